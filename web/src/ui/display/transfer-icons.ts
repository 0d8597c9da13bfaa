/** Icons for import and export, wherever they are offered; a file that is downloaded as is has the download arrow. */
export { default as importIcon } from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
export { default as exportIcon } from "@fluentui/svg-icons/icons/arrow_upload_16_regular.svg?icon";
