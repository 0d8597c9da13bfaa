import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { connect, disconnect, issueTicket, moveTo } from "@kartis/core/realtime/index.ts";
import { handler as broadcast } from "@kartis/events/realtime/on-change.ts";
import { sqsRecord } from "../../../support/sqs.ts";
import { type Channel, Recorded, browser, field, nobody, owner, reach, read, says } from "../channel.ts";
import { askAs, finish, newCard, whose } from "../world.ts";
import { heard } from "../../../support/sockets.ts";

export const output: readonly Channel[] = [
  ...[false, true].map((isChosen): Channel => ({
    name: isChosen ? "export of chosen cards" : "export of a list",
    procedures: ["cards.export", "operations.get", "files.download"],
    rights: read,
    async reaches(world, of) {
      const cardIds = whose.map((one) => world.cards[one].id);
      const begun = await world.ask("cards.export", { cardTypeId: world.typeId, ...(isChosen ? { cardIds } : {}) });
      return says(await finish(world.me, begun), world.cards[of]);
    },
  })),
  {
    name: "names of related cards in an export",
    procedures: ["cards.export"],
    rights: read,
    async reaches(world, of) {
      const begun = await world.ask("cards.export", { cardTypeId: world.typeId, cardIds: [world.hub.id] });
      return says(await finish(world.me, begun), world.cards[of]);
    },
  },
  {
    name: "examples of what a changed field does",
    procedures: ["cardTypes.preview"],
    rights: read,
    async reaches(world, of) {
      const note = field(world, "note");
      const text = `Note of ${of}`;
      await owner(world, "cards.update", { cardId: world.cards[of].id, fields: { [note]: text } });
      const fields = [
        { id: "name", key: "name", type: "text", label: "Name", required: true },
        { id: "owner", key: "owner", type: "user", label: "Owner" },
        { id: note, key: "note", type: "number", label: "Note" },
      ];
      return JSON.stringify(await world.ask("cardTypes.preview", { typeId: world.typeId, fields })).includes(text);
    },
  },
  ...(["audit.search", "audit.changes", "audit.export"] as const).flatMap((name): readonly Channel[] => {
    /** The permission for the audit shows who made a change; the permission for the card shows its content. */
    const rights = ["AUDIT.read", "CARDS.read"] as const;
    return [
      {
        name: `${name === "audit.search" ? "audit" : name === "audit.changes" ? "one record of the audit" : "export of the audit"}`,
        procedures: name === "audit.export" ? ["audit.export", "operations.get", "files.download"] : [name],
        rights,
        // The right to the audit goes by who did something: a card that is assigned to one was changed by somebody else all the same.
        expected: (right, level, of) => reach[level][right === "AUDIT.read" && of === "assigned" ? "stranger" : of],
        // An owner has created the cards, and so sees that as their own doing.
        ways: ["session", "token", "narrow token"],
        async reaches(world, of) {
          const card = await newCard(world, of);
          const changed = await askAs(world.people[of], "cards.update", {
            cardId: card.id,
            fields: { name: `${card.name} again` },
          });
          const done = Recorded.safeParse(changed);
          // Somebody who sees no card has changed none: what was done in their name before they lost the permission is shown like any other.
          const recordId = done.success ? done.data.recordId : (await latestRecords(world.owner.orgId, 1, null))[0]?.id;
          const filter = { subjectId: card.id };
          const answer =
            name === "audit.changes"
              ? await world.ask(name, { recordId })
              : name === "audit.export"
                ? await finish(world.me, await world.ask(name, filter))
                : await world.ask(name, { ...filter, limit: 100 });
          return says(answer, card);
        },
      },
    ];
  }),
  {
    name: "card whose page a colleague looks at",
    procedures: ["presence.list"],
    rights: read,
    async reaches(world, of) {
      const connectionId = `tab-${world.cards[of].id}`;
      const { orgId, userId } = world.people.stranger;
      await connect(connectionId, await issueTicket(orgId, userId, systemClock), systemClock);
      await moveTo(orgId, connectionId, `/cards/cases/${world.cards[of].id}`, systemClock);
      const answer = await world.ask("presence.list", {});
      await disconnect(connectionId);
      return says(answer, world.cards[of]) || JSON.stringify(answer).includes(world.cards[of].id);
    },
  },
  {
    name: "socket's message about a change",
    procedures: [],
    rights: read,
    // Nobody: it says that something changed, and what it is now one asks for, as oneself.
    expected: nobody,
    ways: browser,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const connectionId = `ears-${card.id}`;
      const { orgId, userId } = world.me;
      await connect(connectionId, await issueTicket(orgId, userId, systemClock), systemClock);
      const changed = await owner(world, "cards.update", { cardId: card.id, fields: { name: `${card.name} again` } });
      const { recordId } = Recorded.parse(changed);
      await broadcast({ Records: [sqsRecord({ detail: { orgId, recordId, actions: ["card.update"] } })] });
      await disconnect(connectionId);
      const answer = heard.get(connectionId);
      if (!answer?.includes(card.id)) return "was not answer at all";
      return says(answer, card);
    },
  },
];
