import type { Logger } from 'pino';
import { type Clock, MINUTE } from '../../conventions/time.ts';

export type WriteLine = (line: object, text: string) => void;

/** Writes at most this many lines a minute about callers without credentials, so that they cannot fill the disk. */
export function limitedLines(logger: Logger, clock: Clock, most: number): WriteLine {
  let began = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;

  const beginMinute = (now: number) => {
    if (leftOut > 0) logger.warn({ leftOut }, 'requests without credentials were left out of the log');
    [began, written, leftOut] = [now, 0, 0];
  };

  return (line, text) => {
    const now = clock();
    if (now - began >= MINUTE) beginMinute(now);
    if (written >= most) {
      leftOut += 1;
      return;
    }
    written += 1;
    logger.info(line, text);
  };
}
