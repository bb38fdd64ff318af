import { callAdmin } from '../../cli/admin/client.ts';
import { issueLicence, tellLicence } from '../consoles/queue.ts';
import { requirePresent } from '../narrator.ts';
import type { Scene } from './scene.ts';

/** A compromise is practised on a copy, and an auditor checks the report. */
export const drill: Scene = async (stage, tell, { diptych }) => {
  const { server, operator } = stage;
  await issueLicence(stage, tell, (name, request) => callAdmin(operator, name, request));
  tellLicence(tell);
  tell.step('Once a year: what if somebody stole the key that signs documents? Practised on a copy');
  // Seals cover entries that are five minutes old; the server makes them every half minute.
  await server.context.sealLog();
  await diptych('keys', 'drill', 'documentSigner', '--out', 'drill.json');

  tell.step('An auditor checks the report with the key that seals the audit log');
  await diptych('seals', 'status');
  const { keys } = await callAdmin(operator, 'getSeals', {});
  await diptych(
    'keys',
    'check-drill',
    'drill.json',
    '--seal-key',
    requirePresent(keys.at(-1), 'the key of the seals'),
  );
};
