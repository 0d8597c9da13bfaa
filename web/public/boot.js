// Blocks the first paint, so that neither the theme nor the direction flashes. A file of its own, because the Content-Security-Policy allows no inline script.
(() => {
  const cookie = (name) => document.cookie.match(new RegExp("(?:^|; )" + name + "=([^;]*)"))?.[1];
  const languages = ["en", "he", "hu", "ru"];
  const root = document.documentElement;
  const theme = cookie("theme");
  root.dataset.theme =
    theme === "dark" || theme === "light" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const wanted = [cookie("language"), ...navigator.languages.map((tag) => tag.slice(0, 2).replace("iw", "he"))];
  root.lang = wanted.find((language) => languages.includes(language)) ?? "en";
  root.dir = root.lang === "he" ? "rtl" : "ltr";
  // What this page will ask for once the entry runs is under way before it does.
  for (const chunk of document.querySelectorAll("link[rel=x-chunk]")) {
    const isWanted = chunk.dataset.for === root.lang || (chunk.dataset.for === "cards" && location.pathname.startsWith("/cards"));
    if (isWanted) chunk.rel = "modulepreload";
  }
})();
