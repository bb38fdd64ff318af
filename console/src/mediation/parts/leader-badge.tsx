import { Badge, type Tone } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import { named } from './named.ts';

const TONES: Readonly<Record<string, Tone>> = {
  CONTROL: 'good',
  TREATMENT: 'good',
  INSUFFICIENT_DATA: 'care',
};

/** Which variant earns more, as far as the statistics say so. */
export function LeaderBadge({ leader }: { readonly leader: string | undefined }) {
  const { mediation } = useMessages();
  if (leader === undefined) return null;
  return <Badge tone={TONES[leader] ?? 'plain'}>{named(mediation.analysis.leaders, leader)}</Badge>;
}
