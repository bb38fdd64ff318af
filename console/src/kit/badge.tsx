export type Tone = 'plain' | 'main' | 'good' | 'care' | 'warn';

const SHAPES: Readonly<Record<Tone, string>> = { plain: '○', main: '◆', good: '●', care: '▲', warn: '■' };

/** A state as a word and a shape, so that colour is not needed to read it. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) {
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">{SHAPES[tone]}</span> {children}
    </span>
  );
}
