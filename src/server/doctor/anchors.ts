import type { AnchorLag } from '../../audit/index.ts';
import { DAY, HOUR } from '../../conventions/time.ts';
import type { Settings } from '../config/settings.ts';
import { ANCHOR_ALARM } from '../observe/anchors.ts';
import { type Finding, failure, ok, warning } from './findings.ts';

const REMEDY = 'see the lines "audit log not anchored" of the server log, and docs/operate/anchors.md';

function finding({ place: { kind }, lag }: AnchorLag): Finding {
  if (lag <= ANCHOR_ALARM) return ok(`the newest seals are anchored (${kind})`);
  const text = `the newest seals have not been anchored for ${Math.floor(lag / HOUR)} hours (${kind})`;
  return lag > DAY ? failure(text, REMEDY) : warning(text, REMEDY);
}

/** Whether seals are anchored outside of the database, and in time. */
export function anchorFindings(
  { profile, audit }: Pick<Settings, 'profile' | 'audit'>,
  lags: readonly AnchorLag[],
): readonly Finding[] {
  if (audit.anchors.length > 0) return lags.map(finding);
  if (profile !== 'production') return [];
  return [
    warning(
      'audit.anchors is empty: whoever controls this server and its database can replace the whole audit log',
      'name a write-once folder and a time-stamp authority; see docs/operate/anchors.md',
    ),
  ];
}
