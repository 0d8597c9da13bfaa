import { type ChosenEvent, everyEvent, webhookEvents } from "@kartis/core/outgoing-webhooks/rules.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { MultiSelect } from "../../../ui/inputs/MultiSelect.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useSaving } from "../../settings/useSaving.ts";
import { EventsField } from "./EventsField.tsx";
import { type Endpoint, type EndpointWithSecret, refreshWebhooks } from "./queries.ts";

interface EndpointDialogProps {
  /** The endpoint to edit; absent for a new one. */
  endpoint?: Endpoint;
  onClose: () => void;
  /** Called with a new endpoint, and its secret, which is shown once. */
  onMade?: (made: EndpointWithSecret) => void;
}

/** An endpoint's URL and its events. */
export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState<readonly ChosenEvent[]>(endpoint?.events ?? [everyEvent]);
  const [cardTypeIds, setCardTypeIds] = useState<readonly string[]>(endpoint?.cardTypeIds ?? []);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    // The list has plain strings; these are their branded ids.
    const chosen = types.flatMap(({ id }) => (cardTypeIds.includes(id) ? [id] : []));
    const values = { url, description, events: [...events], cardTypeIds: chosen };
    if (endpoint) {
      await client.webhooks.update.mutate({ endpointId: endpoint.id, ...values });
      onClose();
    } else onMade?.(await client.webhooks.create.mutate(values));
    await refreshWebhooks();
  });
  const isAboutCards = events.some((event) => event === everyEvent || webhookEvents[event].kind === "card");
  const title = t(endpoint ? "webhooks.edit" : "webhooks.add");
  return (
    <FormDialog
      title={title}
      action={t(endpoint ? "common.save" : "webhooks.add")}
      size={560}
      isDirty={url !== (endpoint?.url ?? "") || description !== (endpoint?.description ?? "")}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() =>
        void submit({
          ...(url.trim() === "" ? { url: "validation.required" as const } : {}),
          ...(events.length === 0 ? { events: "validation.required" as const } : {}),
        })
      }
    >
      <TextField
        label={t("webhooks.url")}
        description={t("webhooks.url.about")}
        type="url"
        placeholder="https://"
        isRequired
        autoFocus
        maxLength={2_000}
        value={url}
        onChange={(next) => {
          setUrl(next);
          clear("url");
        }}
        errorMessage={fields["url"]}
      />
      <TextField
        label={t("webhooks.description")}
        description={t("webhooks.description.about")}
        maxLength={200}
        value={description}
        onChange={setDescription}
        errorMessage={fields["description"]}
      />
      <EventsField
        value={events}
        errorMessage={fields["events"]}
        onChange={(next) => {
          setEvents(next);
          clear("events");
        }}
      />
      {isAboutCards && types.length > 1 && (
        <MultiSelect
          label={t("webhooks.cardTypes")}
          description={t("webhooks.cardTypes.about")}
          options={types.map(({ id, pluralName }) => ({ id, label: pluralName }))}
          value={cardTypeIds}
          onChange={setCardTypeIds}
          whole={t("webhooks.cardTypes.all")}
        />
      )}
    </FormDialog>
  );
}
