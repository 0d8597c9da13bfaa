import backIcon from "@fluentui/svg-icons/icons/arrow_left_20_regular.svg?icon";
import closeIcon from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import moveIcon from "@fluentui/svg-icons/icons/arrow_swap_16_regular.svg?icon";
import prohibited from "@fluentui/svg-icons/icons/prohibited_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { Chat } from "@kartis/core/chats/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import type { RouterInputs } from "../../lib/types.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCommands } from "../../lib/keys/commands.ts";
import { isPhoneNow } from "../../lib/device/useIsPhone.ts";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { textDirection } from "../../lib/text-direction.ts";
import { meOptions } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { PhoneNumber, usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { MemberAvatar } from "../people/MemberAvatar.tsx";
import { useAssignable, useNameOf } from "../people/people.ts";
import { nameOf as nameOfCard } from "../records/card-types.ts";
import { noteFinal, offerUndo } from "../undo/undo.ts";
import { MoveChoice } from "./MoveChoice.tsx";
import { useCardHref } from "../records/card-href.ts";
import styles from "./chats.module.css";
import { focusRow, neighbourOf } from "./rows.ts";
import { chatHref, useChatsSearch } from "./search.ts";

const lookMs = 10_000;
const nobody = "nobody";

/** The other person, the colleagues who have the conversation open, its assignee, and whether it is closed. */
export function ThreadHead({ chat, card, name }: { chat: Chat; card: Card | undefined; name: string }) {
  const t = useT();
  const router = useRouter();
  const [{ folder, query }, go] = useChatsSearch();
  const mayChange = useCan()(["COMMENTS", "update"]);
  const members = useAssignable();
  const nameOf = useNameOf();
  const hrefOf = useCardHref();
  const phoneText = usePhoneText();
  const [isAssigning, setAssigning] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const moveButton = useRef<HTMLSpanElement>(null);
  const { id: chatId, phone, assignedTo, isClosed, optedOutAt } = chat;
  const href = card && hrefOf(card.id, card.typeId);
  /** @param done what it says afterwards, with the way back; without it, nothing */
  async function update(change: RouterInputs["chats"]["update"], done?: string) {
    try {
      const { recordId } = await client.chats.update.mutate(change);
      if (done === undefined) noteFinal();
      else offerUndo({ recordId, message: done });
      await queryClient.invalidateQueries(trpc.chats.pathFilter());
    } catch (failure) {
      reportFailure(failure);
    }
  }
  const assign = (to: UserId | null) =>
    update({ chatId, assignedTo: to }, to ? t("chats.assigned.done", { name: nameOf(to) }) : t("chats.unassigned.done"));
  /** Closing a chat opens the next one; on a phone it returns to the list, because the switch would go unnoticed there. */
  async function close() {
    const isBack = isPhoneNow() && !isClosed;
    const next = isClosed ? undefined : neighbourOf(chatId);
    await update({ chatId, isClosed: !isClosed }, t(isClosed ? "chats.reopened.done" : "chats.closed.done"));
    if (isBack) await router.navigate({ to: chatHref({ folder, query }) });
    else if (next) {
      go({ chatId: next });
      focusRow(next);
    }
  }
  useCommands([
    mayChange && {
      id: "chats.close",
      label: t(isClosed ? "chats.reopen" : "chats.close"),
      group: "chats",
      icon: closeIcon,
      shortcut: "E",
      run: () => void close(),
    },
    mayChange && {
      id: "chats.assign",
      label: t("chats.assign"),
      group: "chats",
      icon: personIcon,
      shortcut: "A",
      run: () => setAssigning(true),
    },
    mayChange && {
      id: "chats.move",
      label: t("chats.move"),
      group: "chats",
      icon: moveIcon,
      shortcut: "M",
      run: () => setMoving(true),
    },
    mayChange &&
      optedOutAt === null && {
        id: "chats.optOut",
        label: t("whatsapp.optOut.mark"),
        group: "chats",
        icon: prohibited,
        run: () => void update({ chatId, isOptedOut: true }),
      },
    href !== undefined && {
      id: "chats.openCard",
      label: t("chats.openCard"),
      group: "chats",
      shortcut: "O",
      run: () => void router.navigate({ to: href }),
    },
  ]);
  return (
    <header className={styles.head} data-head-buttons>
      <span className={styles.back}>
        <IconButton
          icon={backIcon}
          flipIcon
          label={t("chats.back")}
          onPress={() => void router.navigate({ to: chatHref({ folder, query }) })}
        />
      </span>
      <RecordAvatar name={name} size={32} />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <bdi>
            {name === phoneText(phone) ? (
              <a href={`tel:${phone}`} data-touch>
                {name}
              </a>
            ) : (
              name
            )}
          </bdi>
        </h2>
        <span className={styles.contact}>
          {name !== phoneText(phone) && (
            <a href={`tel:${phone}`} data-touch>
              <PhoneNumber value={phone} />
            </a>
          )}
          {card && href && <CardLink href={href} name={nameOfCard(card)} />}
        </span>
      </div>
      <Here chatId={chatId} />
      {mayChange ? (
        <Menu
          aria-label={t("chats.assign")}
          placement="bottom end"
          selectionMode="single"
          selectedKeys={[assignedTo ?? nobody]}
          isOpen={isAssigning}
          onOpenChange={setAssigning}
          trigger={
            <Button
              size={28}
              variant="ghost"
              icon={personIcon}
              aria-label={assignedTo ? t("chats.assigned", { name: nameOf(assignedTo) }) : t("chats.assign")}
            >
              <span className={styles.assignee}>{assignedTo ? nameOf(assignedTo) : t("chats.assign")}</span>
            </Button>
          }
        >
          <MenuItem id={nobody} onAction={() => void assign(null)}>
            {t("chats.assign.nobody")}
          </MenuItem>
          {members.map(({ userId, name: called }) => (
            <MenuItem key={userId} id={userId} onAction={() => isId("usr", userId) && void assign(userId)}>
              {called}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        assignedTo && <span className={styles.quiet}>{t("chats.assigned", { name: nameOf(assignedTo) })}</span>
      )}
      {mayChange && (
        <>
          <span ref={moveButton}>
            <IconButton icon={moveIcon} label={t("chats.move")} onPress={() => setMoving(true)} />
          </span>
          {isMoving && <MoveChoice anchor={moveButton} chat={chat} onClose={() => setMoving(false)} />}
          <span className={styles.wide}>
            <Button size={28} icon={closeIcon} onPress={() => void close()}>
              {t(isClosed ? "chats.reopen" : "chats.close")}
            </Button>
          </span>
          <span className={styles.narrow}>
            <IconButton icon={closeIcon} label={t(isClosed ? "chats.reopen" : "chats.close")} onPress={() => void close()} />
          </span>
        </>
      )}
    </header>
  );
}

/** On a phone the card is a line under the name. */
function CardLink({ href, name }: { href: string; name: string }) {
  return (
    // Cut at its end, also where the page runs the other way.
    <a className={styles.cardLink} href={href} dir={textDirection(name)} data-touch>
      <bdi>{name}</bdi>
    </a>
  );
}

/** Colleagues who have this conversation open. */
function Here({ chatId }: { chatId: string }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { data: me } = useQuery(meOptions());
  const isInPlan = me?.plan?.capabilities.includes("livePresence") ?? false;
  const { data } = useQuery(
    trpc.presence.list.queryOptions({}, { enabled: isInPlan, staleTime: 0, refetchInterval: lookMs, meta: { quiet: true } }),
  );
  const others = (data ?? []).filter(
    ({ userId, urlState }) => userId !== me?.user.id && urlState.pathname === `/chats/${chatId}`,
  );
  if (others.length === 0) return null;
  return (
    <span
      className={styles.here}
      role="img"
      aria-label={t("chats.isHere", { names: format.list(others.map(({ userId }) => nameOf(userId))) })}
    >
      {others.slice(0, 3).map(({ userId }) => (
        <MemberAvatar key={userId} userId={userId} size={24} />
      ))}
    </span>
  );
}
