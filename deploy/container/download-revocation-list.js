// Downloads the list of revoked attestation keys. The server compares the time of the file with its limit, and the
// rename shows it only complete lists. Usage: node download-revocation-list.js FILE [URL]
import { renameSync, writeFileSync } from 'node:fs';

const PUBLISHED = 'https://android.googleapis.com/attestation/status';

async function listAt(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await response.text();
  JSON.parse(text);
  return text;
}

const [, , file, url = PUBLISHED] = process.argv;
try {
  if (file === undefined) throw new Error('name the file to write');
  const text = await listAt(url);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
} catch (error) {
  // The message of a failed fetch says nothing; its cause does.
  const why = error.cause?.message || error.cause?.code || error.message;
  process.stderr.write(`the list of revoked keys at ${url} was not downloaded: ${why}\n`);
  process.exitCode = 1;
}
