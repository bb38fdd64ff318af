import { describe, expect, it } from 'vitest';
import { rows } from '../support/database.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { reasonOf } from './support/console-http.ts';
import { adOps } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const ID = 'pub-1000000000000021';
const APPLOVIN = '1063618907739174004';
const IRONSOURCE = '6925240245545091930';
const unit = `ca-app-${ID}/1111111111`;

const priced = (adSourceId: string, displayName: string, cpmMicros: string) => ({
  displayName,
  adSourceId,
  cpmMode: 'MANUAL',
  cpmMicros,
  state: 'ENABLED',
});

const group = (ironSource: string) => ({
  displayName: 'Start',
  state: 'ENABLED',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [unit] },
  mediationGroupLines: {
    '-1': priced(APPLOVIN, 'AppLovin', '420000'),
    '-2': priced(IRONSOURCE, 'ironSource', ironSource),
  },
});

const rulesOf = ({ body }: { readonly body: { readonly findings?: readonly { rule: string }[] } }) =>
  (body.findings ?? []).map(({ rule }) => rule);

describe('What lint would find in a group', () => {
  it('the console is told before the group is saved, of a new one and of a changed one', async () => {
    await world().admin('createPublisher', { id: ID, displayName: 'Acme Games' });
    const page = await adOps(world(), 'bo', [ID]);
    const preview = (candidate: object) => page.post('/lint:preview', { publisher: ID, group: candidate });

    const dry = await page.post(`/v1beta/accounts/${ID}/mediationGroups?validateOnly=true`, group('420000'));
    expect(dry.status).toBe(200);
    expect(rulesOf(await preview(dry.body))).toContain('cpm-tie');
    expect(rulesOf(await preview({ ...dry.body, ...group('310000') }))).not.toContain('cpm-tie');

    const { body: made } = await page.post(`/v1beta/accounts/${ID}/mediationGroups`, group('310000'));
    const before = rows(world(), 'select * from mediation_group');
    const lines = Object.fromEntries(
      Object.entries(made.mediationGroupLines as Record<string, { cpmMicros?: string }>).map(([id, line]) => [
        id,
        line.cpmMicros === '310000' ? { ...line, cpmMicros: '420000' } : line,
      ]),
    );
    expect(rulesOf(await preview(made))).not.toContain('cpm-tie');
    const tied = rulesOf(await preview({ ...made, mediationGroupLines: lines }));
    expect(tied).toContain('cpm-tie');
    // The stored group is replaced, not compared with itself.
    expect(tied).not.toContain('name-duplicate');
    expect(rows(world(), 'select * from mediation_group')).toEqual(before);
  });

  it('a mapping that is made with the group counts, and none is stored', async () => {
    const page = await adOps(world(), 'kim', [ID]);
    const candidate = group('310000');
    const named = {
      ...candidate,
      mediationGroupLines: {
        '-1': { ...candidate.mediationGroupLines['-1'], adUnitMappings: { [unit]: 'new-1' } },
      },
    };
    const mapping = { name: 'new-1', adapterId: '1', displayName: 'AppLovin', adUnitConfigurations: {} };
    const asked = { publisher: ID, group: named };
    expect(rulesOf(await page.post('/lint:preview', asked))).toContain('mapping-missing');
    const answer = await page.post('/lint:preview', { ...asked, mappings: [{ adUnitId: unit, mapping }] });
    expect(answer.status).toBe(200);
    expect(rulesOf(answer)).not.toContain('mapping-missing');
    expect(rows(world(), 'select * from ad_unit_mapping')).toEqual([]);
  });

  it.each([
    ['mappings without an ad unit', { publisher: ID, group: {}, mappings: [{ mapping: {} }] }, 400],
    ['a group that is none', { publisher: ID, group: 'all' }, 400],
    ['lines that are none', { publisher: ID, group: { mediationGroupLines: [1] } }, 400],
    ['ad units that are none', { publisher: ID, group: { targeting: { adUnitIds: 7 } } }, 400],
    ['no group', { publisher: ID }, 400],
    ['another publisher', { publisher: 'pub-9999999999999999', group: {} }, 403],
  ])('%s is refused', async (_, body, status) => {
    const page = await adOps(world(), `eve${Math.random()}`, [ID]);
    const answer = await page.post('/lint:preview', body);
    expect([answer.status, reasonOf(answer)]).toEqual([
      status,
      status === 403 ? 'PUBLISHER_NOT_GRANTED' : 'REQUEST_INVALID',
    ]);
  });
});
