import * as z from "zod";
import { type Channel, reach, read, reading } from "../channel.ts";
import { counted } from "../world.ts";

export const dashboard: readonly Channel[] = [
  {
    name: "dashboard's records by status",
    procedures: ["dashboard.pipeline"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("dashboard.pipeline", { typeId: world.countedTypeId });
      const { count } = z.object({ count: z.number().default(0) }).parse(answer);
      return (count & counted[of]) !== 0;
    },
  },
  reading("dashboard's own records", "dashboard.mine", () => ({ limit: 20 }), {
    expected: (_, level, of) => of === "own" && reach[level][of],
  }),
];
