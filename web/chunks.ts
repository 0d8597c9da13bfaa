import type { CodeSplittingGroup } from "rolldown";

/** Modules that the sign-in page shares with the cards, so that it does not wait for theirs. */
const kit =
  /web\/src\/(ui\/\w+\/(Button|Icon|Link|Brand|Spinner|Num)\.tsx|ui\/inputs\/Field\.module\.css|lib\/(pages\/title\.ts|later\.tsx))$|(useControlledState|PortalProvider)\.mjs$|react-query\/.*\/useQuery\.js$|useRouterState\.js$|\/(calendar_ltr|call|checkbox_checked|mail)_16_regular|\/calendar_ltr_20_regular/;

/** Modules that the sign-in page shares with every dialog. */
const forms = /web\/src\/ui\/inputs\/(TextField|Field)\.tsx$|(FocusScope|ToggleButton)\.mjs$/;

/** Modules that the public pages and the app share. Anything else that both need would make one load the other's chunk: tests/e2e/{public,weight} notice. */
const base = [
  /node_modules\/(react|react-dom|scheduler|intl-messageformat|@formatjs\/[\w-]+)\//,
  /packages\/i18n\/src\/[\w-]+\.ts$/,
  /core\/src\/(cards\/fields\/email-form|support\/rules)\.ts$/,
  /web\/src\/(lib\/device\/cookies\.ts|ui\/display\/(Avatar|Brand|Icon|Pill|hue|initials)(\.tsx?|\.module\.css))$/,
  /icons\/(chevron_down_16|search_16|settings_20)_regular\.svg/,
  /vite\/preload-helper|rolldown\/runtime/,
].map(({ source }) => source);

/** What screens are made of, in every room. */
const ui =
  /web\/src\/ui\/|\.svg\?icon$|node_modules\/(@react-aria|@react-stately|react-aria|react-stately|react-aria-components|@internationalized|@tanstack)\//;

/** Libraries that come with every page; others (editor, telephone numbers, validation) are of those pages that need them. */
const libraryOfEveryPage =
  /node_modules\/(react|react-dom|scheduler|intl-messageformat|@fluentui|@formatjs|@internationalized|@react-aria|@react-stately|@tanstack|react-aria|react-stately|react-aria-components|use-sync-external-store|clsx|client-only|idb-keyval|seroval|seroval-plugins)\//;

const isLibraryOfSome = (id: string) => id.includes("/node_modules/") && !libraryOfEveryPage.test(id);

/** Groups code unless it would bring a library along that most who load the group do without. */
const unlessHeavy =
  (name: string): Exclude<CodeSplittingGroup["name"], string> =>
  (id, context) => {
    const reached = new Set([id]);
    for (const module of reached) {
      if (isLibraryOfSome(module)) return null;
      for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported);
    }
    return name;
  };

/** What every page of the app fetches ahead once it stands. */
const ofEveryPage =
  /web\/src\/(app\/shell\/((rail|undo)\/|(HelpButton|Offline)\.)|lib\/live\/live-connection|ui\/(overlays\/TooltipPopup|feedback\/ToastRegion)|features\/(notifications\/(?!actions\/)|unread\/|reminders\/|presence\/|undo\/|billing\/Limit|voip\/Telephone|palette\/AppCommands))/;

/** What lists of cards and cards fetch ahead, for the first edit, filter or selection to begin at once. Choosing takes code of its own, which not every type needs. */
const ofCardLists =
  /web\/src\/features\/(fields\/(?!editors\/(OptionEditors|ChoiceEditor|CardsEditor)\.)|files\/File(s|Field)|cards\/(live-cards|table|filters|views|list|bulk\/(?!sms\/))|palette\/search\/)/;

/** Words of what is fetched ahead. Those of failures come alone, because signing in needs them. */
const wordsAhead =
  /catalogues\/(?<language>\w\w)\/(palette|audit|presence|card|notifications|support|settings|changes|reminders|fieldTypes|cardTypes|files|secrets|views|rights)\.json$/;

/**
 * What always loads together is one file. By default each set of pages and dialogs that share a module gets a file of its own: there were 60 of them before
 * the first row, and 330 once the list had fetched ahead, two thirds below a kilobyte. A file costs a browser some 7 ms of its processor, whatever its size; so
 * what several share is in one, which brings some what only others need, but never a library. Groups that the first screens wait for come first, and take what
 * they need: the others are of what is left.
 */
export const groups: CodeSplittingGroup[] = [
  { name: "base", test: new RegExp(base.join("|")), priority: 7 },
  { name: "public", test: /web\/src\/public\/main\.tsx$/, priority: 6 },
  { name: "entry", test: /web\/src\/main\.tsx$/, priority: 5 },
  { name: "kit", test: kit, priority: 4 },
  { name: "cards", test: /web\/src\/(app\/shell\/Shell|features\/cards\/CardsPage)\.tsx$/, priority: 3 },
  { name: "forms", test: forms, priority: 2 },
  { name: "icons", test: /\.svg\?icon-paths$/, priority: 2 },
  { name: "login", test: /web\/src\/features\/identity\/LoginPage\.tsx$/, priority: 1 },
  { name: "prices", test: /web\/src\/public\/home\/Prices\.tsx$/, priority: 1 },
  { name: "ui", test: ui, minShareCount: 5 },
  { name: "glyphs", test: /\.svg\?icon$/, minShareCount: 2 },
  { name: (id) => `words-${wordsAhead.exec(id)?.groups?.["language"]}`, debugName: "words", test: wordsAhead },
  // What it imports is shared by as many, and is in a group or a library.
  {
    name: unlessHeavy("shared"),
    debugName: "shared",
    test: /web\/src\/|packages\/core\/src\//,
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
  // Otherwise they are two hundred small files, nearly all of which a browser fetches anyway, one after the other.
  { name: unlessHeavy("page"), debugName: "page", test: ofEveryPage },
  { name: unlessHeavy("list"), debugName: "list", test: ofCardLists },
];

/** Groups of which modules that load later are taken without a file of their own. */
export const fetchedWhole: ReadonlySet<string> = new Set([
  "entry",
  "cards",
  "icons",
  "shared",
  "page",
  "list",
  ...["en", "he", "hu", "ru"].map((language) => `words-${language}`),
]);
