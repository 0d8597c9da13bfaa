import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import table from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { type Right, useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { TypeSquare } from "../../ui/display/Pill.tsx";
import { ReadOnly } from "../../ui/inputs/ReadOnly.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { DeleteDialog } from "./CardTypeList.tsx";
import { type Section, sectionOf, sections } from "./check.ts";
import { ConversionProgress } from "./saving/ConversionProgress.tsx";
import type { EditorDraft, LayoutDraft } from "./draft.ts";
import styles from "./editor.module.css";
import { FieldsSection } from "./fields/FieldsSection.tsx";
import { GeneralSection } from "./GeneralSection.tsx";
import { ImpactDialog } from "./saving/ImpactDialog.tsx";
import { LayoutsSection } from "./layouts/LayoutsSection.tsx";
import { newDraft } from "./new-draft.ts";
import { ProcessesSection } from "./ProcessesSection.tsx";
import { RelatedSection } from "./RelatedSection.tsx";
import { layoutDraftOf, layoutsOptions } from "./layouts/save-layouts.ts";
import { SaveBar } from "./saving/SaveBar.tsx";
import { StatusesSection } from "./StatusesSection.tsx";
import { EditorProvider, useTypeEditor } from "./useTypeEditor.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

type CountedType = RouterOutputs["cards"]["types"][number];

interface CardTypeEditorProps {
  /** Undefined for a new one. */
  type: CountedType | undefined;
  types: readonly CountedType[];
}

/** `/settings/card-types?id=…`: everything that makes a type of cards what it is, saved together. */
export function CardTypeEditor({ type, types }: CardTypeEditorProps) {
  return type ? <ExistingType type={type} types={types} /> : <Editor type={undefined} types={types} layouts={none} />;
}

const none: readonly LayoutDraft[] = [];

function ExistingType({ type, types }: { type: CountedType; types: readonly CountedType[] }) {
  const { data, error, refetch } = useQuery(layoutsOptions(type.id));
  const layouts = useMemo(() => data?.map(layoutDraftOf), [data]);
  if (!layouts) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={12} />;
  return <Editor type={type} types={types} layouts={layouts} />;
}

const bodies = {
  general: GeneralSection,
  fields: FieldsSection,
  statuses: StatusesSection,
  processes: ProcessesSection,
  layouts: LayoutsSection,
  related: RelatedSection,
} as const satisfies Record<Section, () => unknown>;

const ofType = ["CARD_TYPES", "update"] as const;
const ofFields = ["CARD_FIELDS", "update"] as const;
const ofLayouts = ["CARD_LAYOUTS", "update"] as const;
/** Permission needed to change each section of an existing type. */
const rights: Readonly<Record<Section, Right>> = {
  general: ofType,
  fields: ofFields,
  statuses: ofFields,
  processes: ofType,
  layouts: ofLayouts,
  related: ofType,
};

/** Sections that are available once the type exists. */
const afterCreation: ReadonlySet<Section> = new Set(["layouts", "related"]);

function Editor({ type, types, layouts }: CardTypeEditorProps & { layouts: readonly LayoutDraft[] }) {
  const t = useT();
  const format = useFormat();
  const can = useCan();
  const router = useRouter();
  const { section, go } = useEditorSearch();
  const [fresh] = useState<EditorDraft>(() => newDraft(t, types));
  const isFixed = (section: Section) => type !== undefined && !can(rights[section]);
  const frozen = new Set((["fields", "layouts"] as const).filter(isFixed));
  const editor = useTypeEditor(type, types, layouts, fresh, frozen);
  const [isDeleting, setDeleting] = useState(false);
  const name = editor.base.pluralName || t("cardTypes.new");
  useTitle(name);
  useCrumbs([
    { label: t("shell.settings"), href: "/settings" },
    { label: t("cardTypes.title"), href: "/settings/card-types" },
    { label: name },
  ]);
  const shown = type ? sections : sections.filter((one) => !afterCreation.has(one));
  const counts: Partial<Record<Section, number>> = {
    fields: editor.draft.fields.length,
    statuses: editor.draft.fields.find((field) => field.id === "status")?.options.length ?? 0,
    processes: editor.draft.processes.length,
    layouts: editor.draft.layouts.length,
    related: editor.draft.relationViews.length,
  };
  const wrong = new Set(Object.keys(editor.problems).map(sectionOf));

  return (
    <EditorProvider value={editor}>
      <div className={settings.page}>
        <SettingsHeader
          before={<TypeSquare hue={editor.draft.hue} />}
          title={name}
          meta={type && t("cardTypes.cardCount", { count: type.count })}
          actions={
            type && (
              <>
                <Button variant="ghost" icon={table} onPress={() => void router.navigate({ href: `/cards/${type.slug}` })}>
                  {t("cardTypes.openTable")}
                </Button>
                {can(["CARD_TYPES", "delete"]) && (
                  <IconButton icon={deleteIcon} label={t("cardTypes.delete.confirm")} onPress={() => setDeleting(true)} />
                )}
              </>
            )
          }
        />
        <div className={styles.body}>
          <Tabs
            selectedKey={shown.includes(section) ? section : "general"}
            onSelectionChange={(key) => {
              const next = sections.find((one) => one === key);
              if (next) go({ section: next }, { replace: true });
            }}
          >
            <TabList aria-label={t("cardTypes.sections")}>
              {shown.map((one) => (
                <Tab key={one} id={one} count={counts[one] === undefined ? undefined : format.number(counts[one])}>
                  {t(`cardTypes.section.${one}`)}
                  {wrong.has(one) && <i className={styles.wrong} role="img" aria-label={t("cardTypes.toCorrect")} />}
                </Tab>
              ))}
            </TabList>
            {shown.map((one) => {
              const Body = bodies[one];
              return (
                <TabPanel key={one} id={one}>
                  {isFixed(one) ? (
                    <>
                      <p className={styles.denied} role="note">
                        {t("rights.look")} {t("common.denied.message")}.
                      </p>
                      <ReadOnly>
                        <Body />
                      </ReadOnly>
                    </>
                  ) : (
                    <Body />
                  )}
                </TabPanel>
              );
            })}
          </Tabs>
        </div>
        {editor.operationId && <ConversionProgress operationId={editor.operationId} />}
        <SaveBar />
        {editor.impacts && <ImpactDialog impacts={editor.impacts} />}
        {isDeleting && type && (
          <DeleteDialog type={type} onClose={() => setDeleting(false)} onDeleted={() => go({ id: undefined })} />
        )}
      </div>
    </EditorProvider>
  );
}
