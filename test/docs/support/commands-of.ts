import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparable, readGuide } from './guide.ts';
import { type Machine, runGuide } from './run-guide.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

interface Options {
  /** What the guide needs is missing. */
  readonly isMissing?: boolean;
  /** What is on the machine in place of a sandbox. */
  readonly prepare?: (folder: string) => Promise<Machine>;
  /** Called with the milliseconds that all commands took. */
  readonly onEnd?: (milliseconds: number) => void;
}

/** Runs a guide, named from the root of the repository, as its reader would. */
export function commandsOf(path: string, { isMissing = !hasCurl, prepare, onEnd }: Options = {}): void {
  describe.skipIf(isMissing)(`The commands of ${path}`, () => {
    const guide = readGuide(new URL(`../../../${path}`, import.meta.url));
    let printed: readonly string[] = [];
    beforeAll(async () => {
      const start = performance.now();
      printed = await runGuide(guide, prepare);
      onEnd?.(performance.now() - start);
    }, 600_000);

    it('the commands of the page can be run in their order', () => {
      expect(guide.steps.length).toBeGreaterThan(0);
      expect(printed).toHaveLength(guide.steps.length);
    });

    const shown = guide.steps.flatMap((step, index) =>
      step.shown === undefined ? [] : [{ ...step, index }],
    );
    it.each(shown)(
      'the command in line $line prints what is shown below it',
      ({ index, shown: text = '' }) => {
        expect(comparable(printed[index] ?? '')).toBe(comparable(text));
      },
    );
  });
}
