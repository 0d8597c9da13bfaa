/** Of what comes into Kartis and what leaves it, wherever that is offered; a file that is fetched as it is has the arrow of downloads. */
export { default as importIcon } from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
export { default as exportIcon } from "@fluentui/svg-icons/icons/arrow_upload_16_regular.svg?icon";
