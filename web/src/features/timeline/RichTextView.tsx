import { type Block, type Inline, isText, type RichText } from "@kartis/core/activities/comments/rules.ts";
import { useIsFetching } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { Link } from "../../ui/actions/Link.tsx";
import { Hidden } from "../../ui/display/Num.tsx";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { useCardNames } from "../records/card-names.ts";
import { useNameOf } from "../people/people.ts";
import { useCardTypes } from "../records/card-types.ts";
import { useCardHref } from "../records/card-href.ts";
import styles from "./RichText.module.css";

/** Rich text as React elements, so it cannot contain HTML. */
export function RichTextView({ text }: { text: RichText }) {
  const groups: Block[][] = [];
  for (const block of text) {
    const last = groups.at(-1);
    const isList = block.type === "bullet" || block.type === "number";
    if (isList && last?.[0]?.type === block.type) last.push(block);
    else groups.push([block]);
  }
  return (
    <div className={styles.text}>
      {groups.map((group, at) => (
        <Group key={at} blocks={group} />
      ))}
    </div>
  );
}

function Group({ blocks }: { blocks: readonly Block[] }) {
  const [first] = blocks;
  if (!first) return null;
  const items = () =>
    blocks.map((block, at) => (
      <li key={at} dir={directionOf(block)}>
        <Content content={block.content} />
      </li>
    ));
  // The marks of a list stand on the side on which its first line begins.
  if (first.type === "bullet") return <ul dir={directionOf(first)}>{items()}</ul>;
  if (first.type === "number") return <ol dir={directionOf(first)}>{items()}</ol>;
  const content = <Content content={first.content} />;
  const dir = directionOf(first);
  return first.type === "quote" ? <blockquote dir={dir}>{content}</blockquote> : <p dir={dir}>{content}</p>;
}

const directionOf = ({ content }: Block) => textDirection(content.map((one) => (isText(one) ? one.text : "")).join(""));

const Content = ({ content }: { content: readonly Inline[] }): ReactNode =>
  content.length === 0 ? <br /> : content.map((inline, at) => <InlineView key={at} inline={inline} />);

function InlineView({ inline }: { inline: Inline }): ReactNode {
  if (!isText(inline))
    return "member" in inline ? <MemberMention userId={inline.member} /> : <CardMention cardId={inline.card} />;
  const { text, bold, italic, strike, code, link } = inline;
  let node: ReactNode = text;
  if (code) node = <code>{node}</code>;
  if (strike) node = <s>{node}</s>;
  if (italic) node = <em>{node}</em>;
  if (bold) node = <strong>{node}</strong>;
  if (!link || !/^https?:\/\//.test(link)) return node;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {node}
    </a>
  );
}

function MemberMention({ userId }: { userId: string }) {
  const name = useNameOf()(userId);
  return <bdi className={styles.mention}>@{name}</bdi>;
}

/** Answers that this browser has kept from before name the cards as they were then: until they have been asked for again, a name may only be missing. */
const isOfBefore = {
  predicate: ({ state }: { state: { dataUpdatedAt: number } }) => state.dataUpdatedAt < performance.timeOrigin,
};

function CardMention({ cardId }: { cardId: string }) {
  const t = useT();
  const card = useCardNames()(cardId);
  const { types, error } = useCardTypes();
  const href = useCardHref()(cardId, card?.typeId);
  const isAsked = useIsFetching({ ...trpc.timeline.pathFilter(), ...isOfBefore }) > 0;
  if (card ? !types && !error : isAsked)
    return (
      <span className={styles.mention} aria-busy="true">
        {card ? (
          <bdi>@{card.name}</bdi>
        ) : (
          <>
            @<Unknown />
          </>
        )}
      </span>
    );
  if (!card || !href) return <span className={styles.hidden}>@{t("timeline.hiddenCard")}</span>;
  return (
    <span className={styles.mention}>
      <Link href={href}>
        <bdi>@{card.name}</bdi>
      </Link>
    </span>
  );
}

/** Placeholder for a name that is loading. */
function Unknown() {
  const t = useT();
  return (
    <span className={styles.unknown}>
      <Hidden>{t("common.loading")}</Hidden>
      <Skeleton width="9ch" />
    </span>
  );
}
