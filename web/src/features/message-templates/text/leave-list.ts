import type { Command } from "prosemirror-state";

/** After a list or a quote a line stands apart: right below it, it would still be part of the last item (CommonMark's lazy continuation). */
export const leaveList: Command = ({ schema: { nodes }, selection: { $from, empty }, tr }, dispatch) => {
  const { parent } = $from;
  if (!nodes["paragraph"] || !empty || parent.content.size > 0 || parent.type === nodes["paragraph"]) return false;
  const isFirst = $from.index(0) === 0;
  tr.setNodeMarkup($from.before(), nodes["paragraph"], { end: "\n" });
  dispatch?.((isFirst ? tr : tr.split($from.pos)).scrollIntoView());
  return true;
};
