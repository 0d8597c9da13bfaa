import { permissionActions, permissionTypes, type Permission } from "@kartis/core/kernel/permission.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions, type Me } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { RadioGroup } from "../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { SecretDialog } from "../settings/SecretDialog.tsx";
import styles from "./developers.module.css";

const lifetimes = [7, 30, 90, 180, 365] as const;
const accesses = ["read", "full", "custom"] as const;
type Access = (typeof accesses)[number];
type Grants = Me["permissions"];

const only = (grants: Grants, isKept: (permission: Permission) => boolean): Grants =>
  Object.fromEntries(
    permissionTypes.flatMap((type) =>
      permissionActions.flatMap((action) => {
        const level = grants[`${type}.${action}`];
        return level && isKept(`${type}.${action}`) ? [[`${type}.${action}`, level]] : [];
      }),
    ),
  );

/** Makes a token, and shows it this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const t = useT();
  return secret ? (
    <SecretDialog
      title={t("developers.secret.title")}
      text={t("developers.secret.message")}
      secret={secret}
      copied={t("developers.copied")}
      onClose={onClose}
    />
  ) : (
    <MakeDialog onMade={setSecret} onClose={onClose} />
  );
}

function MakeDialog({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const t = useT();
  const own = useQuery(meOptions()).data?.permissions ?? {};
  const [name, setName] = useState("");
  const [days, setDays] = useState<number>(90);
  const [access, setAccess] = useState<Access>("read");
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set());
  const [isSent, setSent] = useState(false);
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      async onSuccess({ secret }) {
        onMade(secret);
        await queryClient.invalidateQueries(trpc.tokens.list.pathFilter());
      },
    }),
  );
  const grants = only(own, (permission) =>
    access === "full" ? true : access === "read" ? permission.endsWith(".read") : chosen.has(permission),
  );
  const isEmpty = Object.keys(grants).length === 0;
  const refused = create.error ? toAppError(create.error).fields : undefined;
  const reasonOf = (field: string) => refused?.[field] && t.find(refused[field]);
  const nameError = isSent && name.trim() === "" ? t("validation.required") : reasonOf("name");
  const accessError = isSent && isEmpty ? t("developers.access.none") : reasonOf("grants");

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setSent(true);
    if (name.trim() === "" || isEmpty || create.isPending) return;
    create.mutate({ name, grants, expiresInDays: days });
  }
  return (
    <Dialog
      title={t("developers.new")}
      isOpen
      size={560}
      onClose={onClose}
      isDirty={name !== "" || chosen.size > 0}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="primary" isPending={create.isPending} onPress={() => submit()}>
            {t("developers.create")}
          </Button>
        </>
      }
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={t("developers.name")}
          description={t("developers.name.about")}
          value={name}
          onChange={setName}
          maxLength={100}
          isRequired
          autoFocus
          errorMessage={nameError}
        />
        <Select
          label={t("developers.lifetime")}
          options={lifetimes.map((count) => ({ id: String(count), label: t("developers.days", { count }) }))}
          value={String(days)}
          onChange={(id) => setDays(Number(id))}
        />
        <RadioGroup
          label={t("developers.access")}
          description={t("developers.access.limit")}
          errorMessage={accessError}
          options={accesses.map((id) => ({
            id,
            label: t(`developers.access.${id}`),
            description: t(`developers.access.${id}.about`),
          }))}
          value={access}
          onChange={(id) => setAccess(accesses.find((one) => one === id) ?? "read")}
        />
        {access === "custom" && <GrantTable own={own} chosen={chosen} onChange={setChosen} />}
      </form>
    </Dialog>
  );
}

interface GrantTableProps {
  own: Grants;
  chosen: ReadonlySet<Permission>;
  onChange: (chosen: ReadonlySet<Permission>) => void;
}

/** Permission by permission, limited to those the person has. */
function GrantTable({ own, chosen, onChange }: GrantTableProps) {
  const t = useT();
  const types = permissionTypes.filter((type) => permissionActions.some((action) => own[`${type}.${action}`]));
  return (
    <table className={styles.grants} aria-label={t("developers.access")}>
      <thead>
        <tr>
          <th scope="col">{t("roles.permission")}</th>
          {permissionActions.map((action) => (
            <th key={action} scope="col">
              {t(`roles.action.${action}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type}>
            <th scope="row">{t(`roles.type.${type}`)}</th>
            {permissionActions.map((action) => {
              const permission: Permission = `${type}.${action}`;
              return (
                <td key={action}>
                  <Checkbox
                    aria-label={`${t(`roles.type.${type}`)}, ${t(`roles.action.${action}`)}`}
                    isDisabled={!own[permission]}
                    isSelected={chosen.has(permission)}
                    onChange={(isSelected) => {
                      const next = new Set(chosen);
                      if (isSelected) next.add(permission);
                      else next.delete(permission);
                      onChange(next);
                    }}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
