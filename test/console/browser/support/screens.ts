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

/** Every screen; the suite of accessibility and the pictures go through them. */
export const SCREENS: readonly Screen[] = [
  { name: 'reviews', console: 'operators', path: '/reviews', shows: 'Reviews' },
  { name: 'groups', console: 'mediation', path: '/', shows: 'Groups' },
];

export async function addressOf(stage: ConsoleStage, { console, path }: Screen): Promise<string> {
  return `${stage.urls[console]}/console${typeof path === 'string' ? path : await path(stage)}`;
}
