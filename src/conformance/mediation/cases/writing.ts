import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import type { Answer, MediationBench, TestGroup } from '../bench.ts';

type Row = Case<MediationBench>;

/** A case that makes groups. */
export const row = (id: string, clause: string, title: string, run: Row['run']): Row => ({
  id,
  clause,
  title,
  needs: ['ad unit'],
  run,
});

export const refused = ({ status }: Answer): void =>
  holds(status === 400 || status === 422, `it was answered with HTTP ${status}`);

/** A body that changes one line. */
export const ofLine = (lineId: string, members: object) => ({ mediationGroupLines: { [lineId]: members } });

export const patch = (bench: MediationBench, { path }: TestGroup, updateMask: string, body: object) =>
  bench.done('PATCH', path, { query: { updateMask }, body });

/** A patch that changes nothing. */
export const sameAdUnits = ({ adUnit }: MediationBench) => ({
  query: { updateMask: 'targeting.adUnitIds' },
  body: { targeting: { adUnitIds: [adUnit] } },
});

/** The last ten digits of each ad unit: lists may show these under the name adUnits. */
export function adUnitsOf({ targeting = {} }: { readonly targeting?: object }): readonly string[] {
  const name = 'adUnitIds' in targeting ? 'adUnitIds' : 'adUnits';
  return ((targeting as Record<string, readonly unknown[]>)[name] ?? []).map((one) =>
    String(one).slice(-'0123456789'.length),
  );
}

/** The names of the lines that serve. */
export const namesOf = (lines: Readonly<Record<string, { displayName?: string; state?: string }>>) =>
  Object.values(lines).flatMap(({ displayName, state }) => (state === 'ENABLED' ? [displayName] : []));
