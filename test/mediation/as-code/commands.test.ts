import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../../src/mediation/as-code/schema.ts';
import { GROUPS, useHttpWorld } from '../http/support/world.ts';
import { FILE, workingFolder } from './support/working-folder.ts';

const current = useHttpWorld();

/** Ids and the address of the server differ in each run. */
const plain = (text: string) =>
  text.replace(/http:\/\/[\d.:]+/g, 'SERVER').replace(/\b\d{10}\b(?!\/)/g, 'ID');

const changed = (text: string) =>
  text
    .replace('name: Start screen DACH', 'name: "Start <screen> | `DACH`"')
    .replace('"2.50"', '"2.75"')
    .replace('{env: APPLOVIN_KEY}', '{file: key.txt}')
    .replace('      own:', '      chartboost: {source: Chartboost, cpm: "1.00"}\n      own:');

describe('The commands of configuration as code', () => {
  it('a plan as text and as Markdown: names are no markup, secrets are shown by place', async () => {
    const desk = workingFolder(current());
    await desk.expectExit(0, 'apply');
    desk.write(changed(desk.read()));
    desk.write('another-secret\n', 'key.txt');
    const text = await desk.expectExit(2, 'plan');
    const markdown = await desk.expectExit(2, 'plan', '--format', 'markdown');
    expect(plain(text.out)).toMatchInlineSnapshot(`
      "pub-1111111111111111 on SERVER 1 to change, 1 mapping to write

      Mappings
        + create applovin-start: AppLovin/ANDROID for start, SDK Key (file key.txt)
          warning: accounts/pub-1111111111111111/adUnits/1111111111/adUnitMappings/ID stays without a use; mappings cannot be deleted

      Groups
        ~ change start-dach "Start <screen> | \`DACH\`" (ID)
          name: Start screen DACH -> Start <screen> | \`DACH\`
          ~ line applovin
              cpm: 2.50 -> 2.75
              mappings: start: accounts/pub-1111111111111111/adUnits/1111111111/adUnitMappings/ID -> start: applovin-start
          + line chartboost: source Chartboost, cpm 1.00
      "
    `);
    expect(plain(markdown.out)).toMatchInlineSnapshot(`
      "### Mediation of pub-1111111111111111: 1 to change, 1 mapping to write

      Server: SERVER

      | mapping | adapter | ad unit | settings | |
      | --- | --- | --- | --- | --- |
      | applovin-start | AppLovin/ANDROID | start | SDK Key (file key.txt) | replace |

      <details><summary><b>start-dach</b> Start &#60;screen&#62; | \`DACH\` (ID): change</summary>

      | member | now | file | |
      | --- | --- | --- | --- |
      | name | Start screen DACH | Start &lt;screen&gt; \\| \\\`DACH\\\` | write |
      | line applovin: cpm | 2.50 | 2.75 | write |
      | line applovin: mappings | start: accounts/pub-1111111111111111/adUnits/1111111111/adUnitMappings/ID | start: applovin-start | write |
      | line chartboost: source | - | Chartboost | add |
      | line chartboost: cpm | - | 1.00 | add |

      </details>

      "
    `);
    const json = await desk.expectExit(2, 'plan', '--format', 'json', '--out', desk.path('plan.json'));
    expect(json.json.summary).toMatchObject({ change: 1, mappings: 1, create: 0 });
    for (const output of [
      text.out,
      markdown.out,
      json.out,
      desk.read('plan.json'),
      desk.read('diptych.lock.json'),
    ]) {
      expect(output).not.toContain('another-secret');
      expect(output).not.toContain('key-of-applovin');
    }
    await desk.expectExit(0, 'apply', desk.path('plan.json'));
    await desk.expectExit(0, 'plan');
    const again = await desk.run('apply', desk.path('plan.json'));
    expect(again).toMatchObject({ exit: 1, err: expect.stringContaining('plan again') });
  });

  it('import writes file and lock, and a plan has no change; secrets go to a file of their own', async () => {
    const desk = workingFolder(current(), null);
    await desk.run('import', '--secrets', desk.path('secrets.env'));
    expect(desk.read()).toContain('values: {SDK Key: {env: APPLOVIN_START_SDK_KEY}}');
    expect(desk.read('secrets.env')).toBe("APPLOVIN_START_SDK_KEY='another-secret'\n");
    expect(statSync(desk.path('secrets.env')).mode & 0o777).toBe(0o600);
    process.env.APPLOVIN_START_SDK_KEY = 'another-secret';
    await desk.expectExit(0, 'plan');
    await desk.expectExit(0, 'fmt', '--check');
    expect(await desk.run('import')).toMatchObject({ exit: 1, err: expect.stringContaining('--replace') });
    const locked = desk.read('diptych.lock.json');
    await desk.expectExit(0, 'import', '--replace');
    expect(desk.read('diptych.lock.json')).toBe(locked);
    expect(desk.read()).toContain('values: {SDK Key: another-secret}');
    delete process.env.APPLOVIN_START_SDK_KEY;
  });

  it('the server checks the plan: what it would refuse is an error', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Refused');
    desk.edit('"2.50", mappings: {start: applovin-start}', 'live, mappings: {start: applovin-start}');
    desk.edit(
      'source: InMobi Exchange (bidding)',
      'source: InMobi Exchange (bidding), mappings: {start: applovin-start}',
    );
    await desk.run('apply');
    const refused = await desk.run('plan');
    expect(refused.exit).toBe(1);
    expect(refused.err).toContain('the server would refuse group start-dach');
  });

  it('a token that may only read plans, and says that the server did not check', async () => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Read only');
    const planned = await desk.run('plan', '--token', current().token.read);
    expect(planned.exit).toBe(2);
    expect(planned.err).toContain('the server did not check the plan: the token may only read');
  });

  it.each([
    [
      'a wrong member',
      '"2.50"',
      '2.50',
      /mediation\.yaml:18:41: .*cpm must be an amount of US dollars in quotes/,
    ],
    [
      'an unset variable',
      'APPLOVIN_KEY',
      'NOT_SET',
      /mediation\.yaml:7:71: the environment variable NOT_SET is not set/,
    ],
    ['a missing file', '{env: APPLOVIN_KEY}', '{file: no.txt}', /there is no file no.txt/],
    ['an unknown source', 'Exchange (bidding)', 'Exchange (bidding) 2', /is no ad source of the server/],
    ['an unknown adapter', 'AppLovin/ANDROID', 'AppLovin/WINDOWS', /"AppLovin\/WINDOWS" is no adapter/],
    [
      'an unknown setting',
      'SDK Key',
      'SDK-Key',
      /"SDK-Key" is no setting of AppLovin Android; its settings: SDK Key/,
    ],
  ])('%s is told, and ends with 1', async (_, from, to, message) => {
    const desk = workingFolder(current());
    desk.edit(from, to);
    const failed = await desk.run('plan');
    expect(failed.exit).toBe(1);
    expect(failed.err).toMatch(message);
  });

  it('an unreachable server and a broken lock file end with 1', async () => {
    const desk = workingFolder(current());
    desk.write('{"version":1', 'diptych.lock.json');
    expect(await desk.run('plan')).toMatchObject({ exit: 1, err: expect.stringContaining('is not JSON') });
    const other = workingFolder(current());
    const gone = await other.run('plan', '--base-url', 'http://127.0.0.1:1');
    expect(gone.exit).toBe(1);
  });

  it.each([
    'plan --no-such-option',
    'plan --format html',
    'plan --file',
    'plan --json --format markdown',
    'plan --account pub-2222222222222222',
    'plan too many',
    'drift --prune',
    'apply --drift',
    'import --format text',
    'fmt --prune',
  ])('wrong usage ends with 1, because 2 means changes: %s', async (line) => {
    const desk = workingFolder(current());
    desk.edit('Start screen DACH', 'Changed');
    const [command = '', ...options] = line.split(' ');
    const wrong = await desk.run(command, ...options);
    expect(wrong).toMatchObject({ exit: 1, out: '', err: expect.stringMatching(/\S/) });
  });

  it('a failure of one group leaves the others, and the list says what was done', async () => {
    const desk = workingFolder(current());
    const group = (name: string, cpm: string) =>
      `  ${name}:\n    name: ${name}\n    platform: ANDROID\n    format: BANNER\n    adUnits: [start]\n    lines: {one: {source: Chartboost, cpm: ${cpm}, mappings: {start: applovin-start}}}\n`;
    const good = group('good', '"1.00"').replace('Chartboost', 'AppLovin');
    desk.write(FILE.replace(/groups:[\s\S]*$/u, `groups:\n${group('bad', '"1.00"')}${good}`));
    const applied = await desk.run('apply');
    expect(applied.exit).toBe(1);
    expect(applied.out).toMatch(/failed: group bad: .*mapping/);
    expect(applied.out).toContain('done: group good');
    desk.edit('source: Chartboost', 'source: AppLovin');
    await desk.expectExit(0, 'apply');
    const { body } = await current().done('GET', GROUPS, {
      query: { filter: 'IN(DISPLAY_NAME, "good", "bad")' },
    });
    expect(body.mediationGroups).toHaveLength(2);
  });

  it('fmt orders members and keeps comments and what they are about', async () => {
    const desk = workingFolder(current());
    desk.write(`# Ours.
publisher: pub-1111111111111111
version:    1
groups:
    # The first screen.
    start:
        lines:   # asked in this order
            own: {cpm: live,   source: own network}   # ours
        format: BANNER
        name: Start # not Begin
        adUnits: [ start ]
        platform: ANDROID
adUnits: {start:   ca-app-pub-1111111111111111/1111111111}
`);
    expect((await desk.run('fmt', '--check')).exit).toBe(1);
    await desk.expectExit(0, 'fmt');
    expect(desk.read()).toMatchInlineSnapshot(`
      "# Ours.
      version: 1
      publisher: pub-1111111111111111
      adUnits: {start: ca-app-pub-1111111111111111/1111111111}
      groups:
        # The first screen.
        start:
          name: Start # not Begin
          platform: ANDROID
          format: BANNER
          adUnits: [start]
          lines:
            # asked in this order
            own: {source: own network, cpm: live} # ours
      "
    `);
    await desk.expectExit(0, 'fmt', '--check');
  });

  it('the JSON Schema is printed, and is the file of the package', async () => {
    const { out } = await workingFolder(current()).run('schema');
    expect(JSON.parse(out)).toEqual(configurationSchema());
    const file = new URL('../../../data/mediation.schema.json', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(out);
  });
});
