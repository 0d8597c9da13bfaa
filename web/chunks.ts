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
  /node_modules\/(react|react-dom|scheduler|intl-messageformat|@fluentui|@formatjs|@internationalized|@react-aria|@react-stately|@tanstack|react-aria|react-stately|react-aria-components|use-sync-external-store|clsx)\//;

const isLibraryOfSome = (id: string) => id.includes("/node_modules/") && !libraryOfEveryPage.test(id);

/** Groups code that many pages and dialogs share, unless it would bring a library along that most of them do without. */
const sharedUnlessHeavy: Exclude<CodeSplittingGroup["name"], string> = (id, context) => {
  const reached = new Set([id]);
  for (const module of reached) {
    if (isLibraryOfSome(module)) return null;
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) reached.add(imported);
  }
  return "shared";
};

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
  // What it imports is shared by as many, and is in a group or a library.
  {
    name: sharedUnlessHeavy,
    debugName: "shared",
    test: /web\/src\/|packages\/core\/src\//,
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
];
