import copy from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import type { Grants, Permission } from "@kartis/core/kernel/permission.ts";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { client } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Tooltip } from "../../ui/overlays/Tooltip.tsx";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { UnsavedBar } from "../settings/UnsavedBar.tsx";
import { Legend, RoleHeader } from "./RoleHeader.tsx";
import type { Level } from "./LevelBars.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { RoleList } from "./RoleList.tsx";
import { RoleMatrix } from "./RoleMatrix.tsx";
import styles from "./roles.module.css";
import { type ListedRole, type Member, refreshRoles, roleOfSearch } from "./roles.ts";
import { startViewAs } from "./view-as.ts";

interface RoleEditorProps {
  role: ListedRole;
  people: readonly Member[];
  /** Only the owner and admins change roles. */
  canChange: boolean;
  onGo: (roleId: string | undefined) => void;
}

/** One of the organization's roles: what it may do, changed cell by cell and saved together. */
export function RoleEditor({ role, people, canChange, onGo }: RoleEditorProps) {
  const t = useT();
  const router = useRouter();
  const isPhone = useIsPhone();
  // The edits and the version they began from: another person's save in the meantime is reported, never overwritten.
  const [changes, setChanges] = useState<Readonly<Partial<Record<Permission, Level>>>>({});
  const [seenVersion, setSeenVersion] = useState(role.version);
  const [isSaving, setSaving] = useState(false);
  const [dialog, setDialog] = useState<"rename" | "duplicate" | "delete">();

  const changed = Object.entries(changes).filter(([permission, level]) => (grantOf(role.grants, permission) ?? "NONE") !== level);
  const isStale = changed.length > 0 && seenVersion !== role.version;
  const grants = applied(role.grants, changes);

  function change(permission: Permission, level: Level) {
    if (changed.length === 0) setSeenVersion(role.version);
    setChanges({ ...(changed.length === 0 ? {} : changes), [permission]: level });
  }

  async function save() {
    setSaving(true);
    try {
      await client.roles.update.mutate({ roleId: role.id, expectedVersion: seenVersion, grants });
      await refreshRoles();
      setChanges({});
      showToast({ tone: "success", code: "roles.saved", title: t("roles.saved") });
    } catch (failure) {
      if (toAppError(failure).messageKey === "errors.changedMeanwhile") await refreshRoles();
      else reportFailure(failure);
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className={styles.main}>
      <RoleHeader
        name={role.name}
        description={role.description}
        people={people}
        after={canChange && <IconButton icon={edit} label={t("roles.rename")} onPress={() => setDialog("rename")} />}
        actions={
          canChange && (
            <>
              <Button variant="ghost" icon={eye} onPress={() => void startViewAs(role.id, router)}>
                {t("roles.viewAs")}
              </Button>
              <Button variant="ghost" icon={copy} onPress={() => setDialog("duplicate")}>
                {t("roles.duplicate")}
              </Button>
              <DeleteButton role={role} onPress={() => setDialog("delete")} />
            </>
          )
        }
        onBack={() => onGo(undefined)}
      />
      {!canChange && (
        <p className={styles.note} role="note">
          {t("roles.readOnly")} {t("errors.onlyAdministrators")}
        </p>
      )}
      {isPhone && canChange && (
        <p className={styles.note} role="note">
          {t("roles.phone")}
        </p>
      )}
      <Legend />
      <div className={styles.scroll}>
        {isPhone ? (
          <RoleList label={role.name} grants={grants} />
        ) : (
          <RoleMatrix label={role.name} grants={grants} saved={role.grants} onChange={canChange ? change : undefined} />
        )}
      </div>
      <UnsavedBar
        changes={changed.length}
        isSaving={isSaving}
        stale={
          isStale
            ? { text: t("roles.stale"), takeText: t("roles.stale.take"), take: () => setSeenVersion(role.version) }
            : undefined
        }
        saveLabel={t("roles.save")}
        keyOf={roleOfSearch}
        onSave={() => void save()}
        onDiscard={() => setChanges({})}
      />
      {dialog === "rename" && (
        <RoleDialog
          title={t("roles.rename.title", { name: role.name })}
          confirm={t("common.save")}
          initial={role}
          onClose={() => setDialog(undefined)}
          onSave={async (named) => {
            const { version } = await client.roles.update.mutate({ roleId: role.id, expectedVersion: role.version, ...named });
            // The person's own rename must not make their unsaved changes stale.
            if (!isStale) setSeenVersion(version);
            await refreshRoles();
          }}
        />
      )}
      {dialog === "duplicate" && (
        <RoleDialog
          title={t("roles.duplicate.title", { name: role.name })}
          confirm={t("roles.new.confirm")}
          initial={{ name: t("roles.duplicate.name", { name: role.name }), description: role.description }}
          onClose={() => setDialog(undefined)}
          onSave={async (named) => {
            const made = await client.roles.create.mutate({ ...named, grants });
            await refreshRoles();
            onGo(made.id);
          }}
        />
      )}
      {dialog === "delete" && (
        <DeleteDialog
          role={role}
          onClose={() => setDialog(undefined)}
          onDeleted={async () => {
            onGo(undefined);
            await refreshRoles();
            showToast({ tone: "success", code: "roles.deleted", title: t("roles.deleted") });
          }}
        />
      )}
    </div>
  );
}

/** A role in use cannot be deleted: said where one would press, and by the server in any case. */
function DeleteButton({ role, onPress }: { role: ListedRole; onPress: () => void }) {
  const t = useT();
  if (role.memberCount === 0)
    return (
      <Button icon={deleteIcon} onPress={onPress}>
        {t("roles.delete")}
      </Button>
    );
  return (
    <Tooltip content={t("roles.inUse")} placement="bottom end">
      <Focusable>
        <span
          role="button"
          aria-disabled="true"
          aria-label={`${t("roles.delete")}. ${t("roles.inUse")}`}
          className={styles.refused}
        >
          <Button icon={deleteIcon} isDisabled excludeFromTabOrder>
            {t("roles.delete")}
          </Button>
        </span>
      </Focusable>
    </Tooltip>
  );
}

function DeleteDialog({ role, onClose, onDeleted }: { role: ListedRole; onClose: () => void; onDeleted: () => Promise<void> }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function remove() {
    setPending(true);
    try {
      await client.roles.remove.mutate({ roleId: role.id });
      onClose();
      await onDeleted();
    } catch (failure) {
      setRefusal(errorMessage(toAppError(failure)));
      setPending(false);
    }
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t("roles.delete.title", { name: role.name })}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {refusal ? t("common.close") : t("common.cancel")}
          </Button>
          {!refusal && (
            <Button size={32} variant="danger" isPending={isPending} onPress={() => void remove()}>
              {t("roles.delete")}
            </Button>
          )}
        </>
      }
    >
      <p role={refusal ? "alert" : undefined}>{refusal ?? t("roles.delete.message")}</p>
    </Dialog>
  );
}

const grantOf = (grants: Grants, permission: string) => new Map<string, Level>(Object.entries(grants)).get(permission);

/** The grants with the changes in them; none is absence. */
function applied(grants: Grants, changes: Readonly<Partial<Record<Permission, Level>>>): Grants {
  const all: Record<string, Level> = { ...grants, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, level]) => level !== "NONE"));
}
