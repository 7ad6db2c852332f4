import { statusStyle } from "../../../core/ui/statusStyle.ts";

/** Whether a pipeline or job has ended, or waits for a manual job to be started. Delayed jobs start by themselves. */
export const isOver = (status: string | null | undefined): boolean => {
  const { phase } = statusStyle(status);
  return phase === "final" || (phase === "waiting" && status !== "scheduled");
};
