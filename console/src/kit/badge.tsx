import { upperFirst } from '../../../src/conventions/upper-first.ts';

const SHAPES = { plain: '○', main: '◆', good: '●', care: '▲', warn: '■' } as const;

export type Tone = keyof typeof SHAPES;

/** What states mean for the reader, whatever has them. All others are plain, such as what has ended or was switched off. */
const STATES: Readonly<Partial<Record<Tone, string>>> = {
  main: 'approved challenged current next open running RUNNING',
  good: 'accepted active done ENABLED ok published registered',
  care: 'awaited due ENDED grace invited late pending provisionPending requested waiting warning WARNING',
  warn: 'compromised error ERROR failed failure interrupted rejected revoked unpublished',
};

const TONES: ReadonlyMap<string, Tone> = new Map(
  Object.entries(STATES).flatMap(([tone, states]) =>
    states.split(' ').map((state) => [state, tone as Tone] as const),
  ),
);

/** The colour and the shape of a state: the same in both consoles. */
export const toneOf = (state = ''): Tone => TONES.get(state) ?? 'plain';

/**
 * A state as a word and a shape, so that colour is not needed to read it. The word begins with a capital letter, also if it does
 * not in sentences.
 */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) {
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">{SHAPES[tone]}</span> {upperFirst(children)}
    </span>
  );
}
