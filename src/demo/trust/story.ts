import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atSignal } from '../../cli/exit.ts';
import type { Narrator, Stage } from '../narrator.ts';
import { drill } from './drill.ts';
import { erase } from './erasure.ts';
import { failOver } from './failover.ts';
import { killAll, terminal } from './processes.ts';
import { revoke } from './revocation.ts';
import type { Scene } from './scene.ts';

const SCENES = { revoke, erase, failOver, drill } as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;

/** What an issuer must be able to show: revocation, erasure, the loss of a machine, a stolen key. */
export async function playTrustStory(
  stage: Stage,
  tell: Narrator,
  names: readonly SceneName[] = ['revoke', 'erase', 'failOver', 'drill'],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-trust-'));
  const props = {
    folder,
    ...terminal(tell, folder, stage.folder),
    terminalOn: (data: string) => terminal(tell, folder, join(folder, data)),
  };
  const clean = () => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  };
  const unwatch = atSignal(() => process.exit(1));
  process.once('exit', clean);
  try {
    for (const name of names) await SCENES[name](stage, tell, props);
  } finally {
    unwatch();
    process.off('exit', clean);
    clean();
  }
}
