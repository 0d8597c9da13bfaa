(() => {
  const cookie = (name) => document.cookie.match(new RegExp("(?:^|; )" + name + "=([^;]*)"))?.[1];
  const languages = ["en", "he", "hu", "ru"];
  const root = document.documentElement;
  const theme = cookie("theme");
  root.dataset.theme =
    theme === "dark" || theme === "light" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const wanted = [
    new URLSearchParams(location.search).get("lang"),
    cookie("language"),
    ...navigator.languages.map((tag) => tag.slice(0, 2).replace("iw", "he")),
  ];
  root.lang = wanted.find((language) => languages.includes(language)) ?? "en";
  root.dir = root.lang === "he" ? "rtl" : "ltr";
  const isPublic = /^\/(careers|terms-and-conditions|privacy-policy|documentation(\/.*)?)?\/?$/.test(location.pathname);
  const isMember = location.pathname === "/" && cookie("member") === "1";
  root.dataset.site = isPublic && !isMember ? "public" : "app";
  if (
    root.dataset.site === "app" &&
    cookie("member") === "1" &&
    !/^\/(login|welcome|invitations|rsvp)\b/.test(location.pathname)
  ) {
    const [, area, , card] = location.pathname.split("/");
    const isCard = area === "cards" && (card ?? "").startsWith("crd_");
    const isBoard = new URLSearchParams(location.search).get("display") === "kanban";
    root.dataset.outline = isCard
      ? "card"
      : isBoard
        ? "board"
        : /^(settings|admin-console|dashboard)$/.test(area)
          ? area
          : "list";
  }
  const chunks = new Set(["all", root.dataset.site, root.dataset.site + "-" + root.lang]);
  if (location.pathname.startsWith("/cards")) chunks.add("cards");
  if (location.pathname === "/login") chunks.add("login").add("login-" + root.lang);
  for (const chunk of document.querySelectorAll("link[rel=x-chunk]")) {
    if (chunks.has(chunk.dataset.for)) chunk.rel = "modulepreload";
  }
})();
