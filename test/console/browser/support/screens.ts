import { callAdmin } from '../../../../src/cli/admin/client.ts';
import type { ConsoleName, ConsoleStage } from './stage.ts';

/** A screen of a console, as it is after the demo. */
export interface Screen {
  readonly name: string;
  readonly console: ConsoleName;
  /** Its path below /console. */
  readonly path: string | ((stage: ConsoleStage) => Promise<string>);
  /** Text that is there when the screen is. */
  readonly shows: string | RegExp;
}

const firstProofing = async ({ server }: ConsoleStage): Promise<string> => {
  const { proofings } = await callAdmin(server.operator, 'listProofings', { state: 'pending' });
  return `/reviews/${proofings[0]!.id}`;
};

/** Every screen; the suite of accessibility and the pictures go through them. */
export const SCREENS: readonly Screen[] = [
  { name: 'today', console: 'operators', path: '/', shows: 'Today' },
  { name: 'reviews', console: 'operators', path: '/reviews', shows: 'Reviews' },
  { name: 'proofing', console: 'operators', path: firstProofing, shows: 'Accept' },
  { name: 'groups', console: 'mediation', path: '/', shows: 'Groups' },
];

export async function addressOf(stage: ConsoleStage, { console, path }: Screen): Promise<string> {
  return `${stage.urls[console]}/console${typeof path === 'string' ? path : await path(stage)}`;
}
