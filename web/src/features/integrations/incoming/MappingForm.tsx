import type { CardType } from "@kartis/core/cards/schema.ts";
import { canMatch, identifierAmong, problemOf } from "@kartis/core/imports/rules.ts";
import { type FormEvent, useEffect, useState } from "react";
import { client } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import type { Option } from "../../../ui/collections/ListBoxItems.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { iconOf } from "../../fields/screens.ts";
import { changesBetween } from "../../settings/LeaveGuard.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { CardOwners } from "../CardOwners.tsx";
import styles from "../webhooks/webhooks.module.css";
import own from "./incoming.module.css";
import { type Incoming, type IncomingSample, refreshIncoming } from "./queries.ts";

const skip = "\u0000skip";
const modes = ["create", "createOrUpdate"] as const;

interface MappingFormProps {
  webhook: Incoming;
  type: CardType;
  sample: IncomingSample;
  onChanges: (changes: number) => void;
}

/** Which value becomes which field, shown by the latest call, and how calls find their cards. */
export function MappingForm({ webhook, type, sample, onChanges }: MappingFormProps) {
  const t = useT();
  const format = useFormat();
  const { id: webhookId } = webhook;
  /** What the form shows is a change of: somebody else's change since is not written over. */
  const [base, setBase] = useState(webhook.version);
  // Until something is mapped, the names suggest a mapping.
  const [chosen, setChosen] = useState(webhook.mapping.length > 0 ? webhook.mapping : sample.suggested);
  // A deleted field takes no value any more: what went into it is not used, and is saved so.
  const mapping = chosen.filter(({ fieldId }) => type.fields.some(({ id }) => id === fieldId));
  const identifier = identifierAmong(
    type,
    mapping.map(({ fieldId }) => fieldId),
  );
  const isNew = webhook.mapping.length === 0;
  const [mode, setMode] = useState(isNew && identifier ? "createOrUpdate" : webhook.mode);
  const [matchId, setMatchId] = useState(webhook.matchFieldId);
  const [ownerIds, setOwnerIds] = useState(webhook.ownerIds);
  const shown = { mapping: chosen, mode, matchId, ownerIds };
  const [saved, setSaved] = useState(shown);
  const changes = changesBetween(saved, shown);
  useEffect(() => onChanges(changes), [changes, onChanges]);
  const [isTried, setTried] = useState(false);
  const candidates = type.fields.filter((field) => canMatch(field) && mapping.some(({ fieldId }) => fieldId === field.id));
  const usual = identifier ?? candidates.find(({ type: kind }) => kind === "email");
  const isChosen = candidates.some(({ id }) => id === matchId);
  // As in a form's design: where the field that was matched by has gone, none stands there as if it were in use.
  const isMatchGone = webhook.attention === "matchGone" && !isChosen;
  const matchFieldId = isChosen ? matchId : isMatchGone ? null : (usual?.id ?? null);
  const columns = mapping.map(({ fieldId }, column) => ({ column, fieldId }));
  const problem = problemOf(type, { mapping: columns, mode, ...(matchFieldId === null ? {} : { matchFieldId }) });
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const { version } = await client.incomingWebhooks.update.mutate({
      webhookId,
      expectedVersion: base,
      mapping: [...mapping],
      mode,
      matchFieldId: mode === "create" ? null : matchFieldId,
      ownerIds: [...ownerIds],
    });
    setBase(version);
    setSaved(shown);
    showToast({ tone: "success", code: "incoming:saved", title: t("incomingWebhooks.mapping.saved") });
    await refreshIncoming();
  });
  function choose(path: string, fieldId: string) {
    const others = mapping.filter((entry) => entry.path !== path && entry.fieldId !== fieldId);
    setChosen(fieldId === skip ? others : [...others, { path, fieldId }]);
  }
  function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!problem) void submit();
  }
  // Also those that the latest call does not have.
  const paths = [
    ...sample.values,
    ...chosen.filter(({ path }) => !sample.values.some((one) => one.path === path)).map(({ path }) => ({ path, value: "" })),
  ];
  const options: Option[] = [
    {
      id: skip,
      label: t("incomingWebhooks.mapping.skip"),
      node: <span className={styles.quiet}>{t("incomingWebhooks.mapping.skip")}</span>,
    },
    ...type.fields
      .filter((field) => !field.internal)
      .map((field) => ({
        id: field.id,
        label: field.label,
        node: (
          <span className={own.field}>
            <Icon of={iconOf(field.id, field.type)} />
            <bdi>{field.label}</bdi>
          </span>
        ),
      })),
  ];
  return (
    <form className={styles.message} aria-label={t("incomingWebhooks.mapping")} onSubmit={save}>
      <h3>{t("incomingWebhooks.mapping")}</h3>
      <p className={styles.quiet}>{t("incomingWebhooks.mapping.from", { when: format.dateTime(sample.at) })}</p>
      <table className={own.mapping}>
        <thead>
          <tr>
            <th scope="col">{t("incomingWebhooks.mapping.path")}</th>
            <th scope="col">{t("incomingWebhooks.mapping.field")}</th>
          </tr>
        </thead>
        <tbody>
          {paths.map(({ path, value }) => (
            <tr key={path}>
              <th scope="row">
                <bdi dir="ltr" className={styles.url}>
                  {path}
                </bdi>
                {value !== "" && <bdi className={own.sample}>{value}</bdi>}
              </th>
              <td>
                <Select
                  aria-label={t("incomingWebhooks.mapping.fieldOf", { name: path })}
                  size={28}
                  options={options}
                  value={mapping.find((entry) => entry.path === path)?.fieldId ?? skip}
                  onChange={(fieldId) => choose(path, fieldId)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={own.settings}>
        <RadioGroup
          label={t("incomingWebhooks.mode")}
          value={mode}
          onChange={(id) => setMode(modes.find((other) => other === id) ?? "create")}
          options={modes.map((id) => ({ id, label: t(`incomingWebhooks.mode.${id}`) }))}
          {...(mode === "create" && identifier
            ? { description: t("incomingWebhooks.mode.refuses", { name: identifier.label }) }
            : {})}
        />
        {mode === "createOrUpdate" && (
          <Select
            label={t("incomingWebhooks.match")}
            options={candidates.map(({ id, label }) => ({ id, label }))}
            value={matchFieldId}
            onChange={setMatchId}
            errorMessage={isMatchGone ? t("incomingWebhooks.problem.matchField") : undefined}
          />
        )}
        <CardOwners
          ownerIds={ownerIds}
          otherwise={webhook.actsAs}
          errorMessage={fields["ownerIds"]}
          onChange={(ids) => {
            setOwnerIds(ids);
            clear("ownerIds");
          }}
        />
      </div>
      {isTried && problem && (
        <p className={styles.wrong} role="alert">
          {t.find(`incomingWebhooks.problem.${problem.replace("validation.", "")}`) ?? t.find(problem)}
        </p>
      )}
      <div className={own.foot}>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}
