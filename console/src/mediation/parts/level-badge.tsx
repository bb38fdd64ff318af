import { Badge, toneOf } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import { named } from './named.ts';

interface LevelBadgeProps {
  readonly level: string | undefined;
  /** In place of the word for the level. */
  readonly children?: string;
}

/** How bad a finding of lint is. */
export function LevelBadge({ level = 'HINT', children }: LevelBadgeProps) {
  const { mediation } = useMessages();
  return <Badge tone={toneOf(level)}>{children ?? named(mediation.lint.levels, level)}</Badge>;
}
