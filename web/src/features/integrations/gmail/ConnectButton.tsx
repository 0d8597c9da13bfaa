import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { Button } from "../../../ui/actions/Button.tsx";

/** Goes to Google, which sends the browser back. */
export function ConnectButton({ label }: { label: string }) {
  const [isPending, setPending] = useState(false);
  async function connect() {
    setPending(true);
    try {
      const { url } = await client.gmail.connect.mutate({});
      window.location.assign(url);
    } catch (failure) {
      setPending(false);
      reportFailure(failure);
    }
  }
  return (
    <Button variant="primary" isPending={isPending} onPress={() => void connect()}>
      {label}
    </Button>
  );
}
