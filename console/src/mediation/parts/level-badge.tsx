import { Badge, type Tone } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import { named } from './named.ts';

const TONES: Readonly<Record<string, Tone>> = { ERROR: 'warn', WARNING: 'care', HINT: 'plain' };

/** How bad a finding of lint is. */
export function LevelBadge({ level = 'HINT' }: { readonly level: string | undefined }) {
  const { mediation } = useMessages();
  return <Badge tone={TONES[level] ?? 'plain'}>{named(mediation.lint.levels, level)}</Badge>;
}
