import { useId, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import styles from "../editor.module.css";
import type { Impact, Resolution } from "./save.ts";
import { useEditor } from "../useTypeEditor.ts";

const noValue = "";

/** Effects of saving on existing values, each with the choices about it, before anything is saved. */
export function ImpactDialog({ impacts }: { impacts: readonly Impact[] }) {
  const t = useT();
  const { draft, base, isSaving, saveWith, closeImpacts } = useEditor();
  const [replacements, setReplacements] = useState<Readonly<Record<string, string>>>({});
  const [drops, setDrops] = useState<ReadonlySet<string>>(new Set());
  const formId = useId();
  const fieldOf = (id: string) => draft.fields.find((field) => field.id === id) ?? base.fields.find((field) => field.id === id);

  function resolutions(): Resolution[] {
    return impacts.flatMap(({ kind, fieldId, optionId }): Resolution[] => {
      if (kind === "optionRemoved" && optionId !== undefined)
        return [{ fieldId, optionId, replaceBy: replacements[`${fieldId}:${optionId}`] || null }];
      return kind === "typeChanged" ? [{ fieldId, convert: !drops.has(fieldId) }] : [];
    });
  }

  async function confirm() {
    if (await saveWith(resolutions())) showToast({ tone: "success", code: "cardTypes.saved", title: t("common.saved") });
  }

  const losing = impacts.some((impact) => impact.kind === "fieldRemoved" || drops.has(impact.fieldId) || (impact.loses ?? 0) > 0);

  return (
    <Dialog
      role="alertdialog"
      size={560}
      isOpen
      isDirty
      onClose={closeImpacts}
      title={t("cardTypes.impact.title")}
      footer={
        <>
          <Button size={32} isDisabled={isSaving} onPress={closeImpacts}>
            {t("cardTypes.impact.back")}
          </Button>
          <Button
            size={32}
            type="submit"
            form={formId}
            variant={losing ? "danger" : "primary"}
            isPending={isSaving}
            pendingLabel={t("common.saving")}
          >
            {t("cardTypes.impact.confirm")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.impacts}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {impacts.map((impact) => {
          const { kind, fieldId, optionId, affected, samples = [] } = impact;
          const field = fieldOf(fieldId);
          const name = field?.label ?? fieldId;
          const before = base.fields.find((one) => one.id === fieldId);
          const option = before?.options.find((one) => one.id === optionId);
          const key = `${fieldId}:${optionId ?? ""}`;
          return (
            <section key={`${kind}:${key}`} className={styles.impact}>
              <h3 className={styles.strong}>
                <bdi>{name}</bdi>
              </h3>
              {kind === "optionRemoved" && option && (
                <>
                  <p>
                    <Pill hue={option.hue}>{option.label}</Pill> {t("cardTypes.impact.optionRemoved", { count: affected })}
                  </p>
                  <Select
                    label={t("cardTypes.impact.replaceBy")}
                    options={[
                      ...(draft.fields.find((one) => one.id === fieldId)?.options ?? []).map((other) => ({
                        id: other.id,
                        label: other.label,
                        node: <Pill hue={other.hue}>{other.label}</Pill>,
                      })),
                      ...(field?.required ? [] : [{ id: noValue, label: t("cardTypes.impact.noValue") }]),
                    ]}
                    value={replacements[key] ?? noValue}
                    onChange={(id) => setReplacements((all) => ({ ...all, [key]: id }))}
                  />
                </>
              )}
              {kind === "typeChanged" && (
                <>
                  <p>
                    {t("cardTypes.impact.typeChanged", { count: affected })}{" "}
                    {t("cardTypes.impact.converts", { converts: impact.converts ?? 0, loses: impact.loses ?? 0 })}
                  </p>
                  <RadioGroup
                    aria-label={t("cardTypes.impact.values")}
                    options={[
                      { id: "convert", label: t("cardTypes.impact.convert"), description: t("cardTypes.impact.convert.note") },
                      { id: "drop", label: t("cardTypes.impact.drop"), description: t("cardTypes.impact.drop.note") },
                    ]}
                    value={drops.has(fieldId) ? "drop" : "convert"}
                    onChange={(choice) =>
                      setDrops((all) => {
                        const next = new Set(all);
                        if (choice === "drop") next.add(fieldId);
                        else next.delete(fieldId);
                        return next;
                      })
                    }
                  />
                </>
              )}
              {kind !== "optionRemoved" && kind !== "typeChanged" && (
                <p>
                  {t(`cardTypes.impact.${kind}`, { count: affected })}
                  {(impact.collisions ?? 0) > 0 && ` ${t("cardTypes.impact.collisions", { count: impact.collisions ?? 0 })}`}
                </p>
              )}
              {samples.length > 0 && !drops.has(fieldId) && (
                <table className={styles.samples}>
                  <caption>{t("cardTypes.impact.samples")}</caption>
                  <tbody>
                    {samples.map((sample, at) => (
                      // Samples have no identity but their place.
                      // oxlint-disable-next-line react/no-array-index-key
                      <tr key={at}>
                        <td>
                          <bdi>{sample.before}</bdi>
                        </td>
                        <td>{sample.after === null ? t("cardTypes.impact.noValue") : <bdi>{sample.after}</bdi>}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </section>
          );
        })}
      </form>
    </Dialog>
  );
}
