import { statusStyle } from "../../../core/ui/statusStyle.ts";

/** Whether a pipeline or job goes on no more by itself: it is over, or stands until a person starts what is manual. One with a delayed job goes on. */
export const isOver = (status: string): boolean => {
  const { phase } = statusStyle(status);
  return phase === "final" || (phase === "waiting" && status !== "scheduled");
};
