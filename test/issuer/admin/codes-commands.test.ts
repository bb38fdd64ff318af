import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { commandOn } from '../../../src/server/process/own-command.ts';
import { diptych, to } from '../../support/cli.ts';
import { newHolder } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const linked = useWorld({ settings: { 'issuer.codeLink': 'https://issuer.example/enrol?code={code}' } });
const offering = useWorld({ settings: { 'issuer.wallets.documentTypes': ['org.iso.18013.5.1.mDL'] } });
const offeringAnother = useWorld({
  settings: { 'issuer.wallets.documentTypes': ['org.iso.23220.photoid.1'] },
});
const CODE = /^[A-Za-z0-9]{26}$/;

const codes = (...args: readonly string[]) => diptych('codes', ...args, ...to(world()));

function fileOf(text: string): string {
  const path = join(temporaryFolder('codes'), 'holders.csv');
  writeFileSync(path, text);
  return path;
}

const table = (text: string): Record<string, string>[] => parse(text, { columns: true });

describe('diptych codes issue', () => {
  it('codes issue prints only the code on the first line', async () => {
    const holderId = await newHolder(world());
    const { exit, out, err } = await codes('issue', '--holder', holderId, '--ttl', '15m');
    const [code, about] = out.split('\n');
    expect([exit, err]).toEqual([0, '']);
    expect(code).toMatch(CODE);
    const until = new Date(world().now() + 900_000).toISOString();
    expect(about).toBe(`for ${holderId}, until ${until}; it is shown only now`);
  });

  it('codes issue --link prints the address of issuer.codeLink with the code, --qr prints a QR code of it', async () => {
    const holderId = await newHolder(linked());
    const run = await diptych('codes', 'issue', '--holder', holderId, '--link', '--qr', ...to(linked()));
    const [code, , link, ...qr] = run.out.split('\n');
    expect(link).toBe(`https://issuer.example/enrol?code=${code}`);
    expect(qr.join('\n')).toMatch(/^[█▀▄ \n]{400,}$/);
    const json = await diptych('codes', 'issue', '--holder', holderId, '--json', ...to(linked()));
    const issued = JSON.parse(json.out);
    expect(issued.link).toBe(`https://issuer.example/enrol?code=${issued.code}`);
  });

  it('codes issue --link prints the code and a hint without issuer.codeLink', async () => {
    const { exit, out } = await codes('issue', '--holder', await newHolder(world()), '--link');
    expect([exit, out.split('\n')[2]]).toEqual([0, 'there is no link: the server has no issuer.codeLink']);
  });

  it('codes issue --file issues codes for a CSV of holders, and names the holders without a code', async () => {
    const [first, second] = [await newHolder(world()), await newHolder(world())];
    const file = fileOf(`id,name\r\n${first},A\r\n"no, such",B\r\n\r\n${second},C\r\n`);
    const { exit, out, err } = await codes('issue', '--file', file, '--ttl', '21d');
    const rows = table(out);
    expect(rows.map(({ holderId }) => holderId)).toEqual([first, second]);
    for (const { code } of rows) expect(code).toMatch(CODE);
    expect(exit).toBe(1);
    expect(err).toBe(
      `diptych: no, such: there is no holder with this id; see ${commandOn(world().folder)} holders list\n2 codes issued\n`,
    );
  });

  it('codes issue --count writes several codes for each holder to the new file of --out, which only its owner can read', async () => {
    const file = fileOf(`${await newHolder(world())}\n${await newHolder(world())}\n`);
    const out = `${file}.codes`;
    const run = await codes('issue', '--file', file, '--count', '3', '--out', out);
    expect([run.exit, run.out, run.err]).toEqual([0, '', '6 codes issued\n']);
    expect(new Set(table(readFileSync(out, 'utf8')).map(({ code }) => code)).size).toBe(6);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await codes('issue', '--file', file, '--out', out);
    expect([again.exit, again.err]).toEqual([
      2,
      `diptych: ${out} cannot be created (EEXIST); name a file that does not exist\n`,
    ]);
  });

  it('codes issue --count --tx-code writes the transaction code beside each code', async () => {
    const holderId = await newHolder(offering());
    const args = ['--holder', holderId, '--count', '2', '--tx-code'];
    const { out } = await diptych('codes', 'issue', ...args, ...to(offering()));
    expect(table(out)).toMatchObject(
      [0, 0].map(() => ({
        txCode: expect.stringMatching(/^\d{6}$/),
        offer: expect.stringMatching(/^openid-credential-offer:/),
      })),
    );
    const without = await codes('issue', '--holder', await newHolder(world()), '--count', '1');
    expect(without.out.split('\n')[0]).toBe('holderId,code,expireTime,id,link,offer');
  });

  it('codes issue makes nothing that no wallet could use', async () => {
    const holderId = await newHolder(offeringAnother());
    const args = ['codes', 'issue', '--holder', holderId];
    const secret = await diptych(...args, '--tx-code', ...to(offeringAnother()));
    expect([secret.exit, secret.err]).toEqual([
      1,
      expect.stringContaining('no wallet can use a transaction code for org.iso.18013.5.1.mDL'),
    ]);
    expect((await offeringAnother().admin('listCodes', { holderId })).codes).toEqual([]);
    const picture = await diptych(...args, '--qr', 'openid4vci', ...to(offeringAnother()));
    expect(picture.out.split('\n')[2]).toMatch(/^there is no offer/);
  });

  it('codes issue --file --json prints codes and problems as JSON', async () => {
    const file = fileOf(`${await newHolder(world())}\nnobody\n`);
    const answer = JSON.parse((await codes('issue', '--file', file, '--json')).out);
    expect([answer.codes.length, answer.refused]).toEqual([
      1,
      [{ holderId: 'nobody', problem: 'there is no holder with this id; see diptych holders list' }],
    ]);
  });

  it.each([
    [[], 'name one holder with --holder, or a file of holders with --file'],
    [['--holder', 'h', '--file', 'f'], 'name one holder with --holder, or a file of holders with --file'],
    [['--file', '/nowhere.csv'], 'there is no file /nowhere.csv'],
    [['--holder', 'h', '--count', '0'], '--count takes a number between 1 and 9999'],
    [['--holder', 'h', '--ttl', 'soon'], '--ttl takes a duration, for example 90s, 10m or 2h'],
  ])('diptych codes issue %j is wrong usage', async (args, problem) => {
    expect(await codes('issue', ...args)).toEqual({ exit: 2, out: '', err: `diptych: ${problem}\n` });
  });
});

describe('diptych codes list and revoke', () => {
  it('codes list and codes revoke never print the codes of a holder', async () => {
    const holderId = await newHolder(world());
    const { code, id } = await world().admin('issueCode', { holderId });
    expect((await codes('revoke', id, '--yes')).out).toBe(`${id} is revoked\n`);
    const { out } = await codes('list', '--holder', holderId);
    expect(out.split('\n')[0]).toMatch(/^HOLDER +CODE ID +STATE +ISSUED +EXPIRES +PROOFING +CHANNEL$/);
    expect(out).toContain(`${holderId}  ${id}  revoked`);
    expect(out).not.toContain(code);
    const { codes: listed } = JSON.parse((await codes('list', '--holder', holderId, '--json')).out);
    expect(listed).toMatchObject([{ id, holderId, state: 'revoked' }]);
    const { exit, err } = await codes('revoke', 'c-unknown', '--yes');
    expect([exit, err]).toEqual([
      1,
      `diptych: there is no code with this id; see ${commandOn(world().folder)} codes list\n`,
    ]);
  });
});
