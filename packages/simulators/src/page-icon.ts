/** The icon of the site, in a page's head: without one, browsers ask for `/favicon.ico`, which nobody serves. */
export const pageIcon = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';
