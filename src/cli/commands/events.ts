import { Command, Option } from 'commander';
import { EVENT_WORDS } from '../../admin/contract/audit-log/words.ts';
import { withConnection } from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import type { ListParts } from '../admin/list-command.ts';
import { lazyAction } from '../lazy-action.ts';
import { collect, UTC } from '../options.ts';

const EXPORT_HELP = `
JSON Lines: {"line":…} for each event, {"seal":…} behind the events that it
covers, {"timeStamp":…} and {"cosignature":…} behind their seal. Keep the file,
and the head that diptych events verify prints where people with access to the
database cannot change them.

Examples:
  diptych events export --out audit-2026-11-21.jsonl`;

const VERIFY_HELP = `
Finds events that were changed, deleted, put in or moved after they were sealed,
and says which is the first. The expected key is the one that the server has
pinned beside its private keys; without a server pass its digest with --seal-key
("diptych seals status" prints it). --head is what an earlier verification
printed; without it or --anchors a missing end of the audit log is not detected.

Anchors, time stamps and cosignatures show when seals were made: each seal must
have one within an hour. The output names every gap; --known-gap accepts one,
for example when the authority was away, or a seal that was made while a clock
was wrong.

Examples:
  diptych events verify
  diptych events verify --anchors /mnt/anchors
  diptych events verify audit-2026-11-21.jsonl --seal-key 51ab… --anchors anchors \\
    --time-stamp-root authority.pem`;

const PROVE_HELP = `
Prints JSON: the event, its place, and the hashes that lead from it to the
Merkle tree (RFC 6962) that a seal signs. Events are sealed after five to ten
minutes. With a time-stamp authority in audit.anchors, the proof has the time
stamp of the seal; right after the event it has none yet. The proof shows the
event with its ids, and nothing of other events. A note can name a person, so
the proof has its digest; --with-note shows it. The id of an event is in the
last column of diptych events list --wide.

Examples:
  diptych events prove 01795441918376-000000-2cff8b4feab03434 > proof.json
  diptych events check proof.json --seal-key 51ab…`;

const CHECK_HELP = `
The exit status is 1 when the proof is wrong. "diptych seals status" prints the
digest of the key; keep it where people with access to the database cannot
change it. With --time-stamp-root the proof must have a time stamp: the event
was there at its time, and whoever has the seal key cannot have made it later.

Examples:
  diptych events check proof.json --seal-key 51ab…
  diptych events check proof.json --seal-key 51ab… --time-stamp-root roots.pem`;

const exportCommand = () =>
  new Command('export')
    .description('Write the audit log with its seals into a file')
    .requiredOption('--out <file>', 'file to write; it must not exist')
    .addHelpText('after', EXPORT_HELP)
    .action(lazyAction(async () => (await import('../events/export.ts')).exportEvents));

const verifyCommand = () =>
  new Command('verify')
    .description('Check the seals of the audit log: of the running server, or of an exported file')
    .argument('[file]')
    .option('--seal-key <digest>', 'digest of the expected key; default: the key that the server has pinned')
    .option('--head <digest>', 'a seal that must be there')
    .option('--anchors <folder>', 'folder of anchors, or a copy of it')
    .option(
      '--time-stamp-root <file>',
      'PEM roots of the time-stamp authorities; default: those of the server that names the key',
    )
    .option('--anchored-since <time>', 'from when on seals must be anchored; default: the first anchor')
    .option(
      '--witness <key>',
      'verifier key of a witness, repeatable; default: those of the server that names the key',
      collect,
    )
    .option('--witness-origin <name>', 'name of the log at these witnesses')
    .option('--witness-quorum <number>', 'how many of the witnesses are enough; default: all')
    .option(
      '--witnessed <file>',
      'newest checkpoint, as fetched from a witness: it must be of this log; repeatable',
      collect,
    )
    .option('--known-gap <seal>', 'a gap that is accepted, by its first seal; repeatable', collect)
    .addHelpText('after', VERIFY_HELP)
    .action(lazyAction(async () => (await import('../events/verify.ts')).verifyEvents));

const proveCommand = () =>
  new Command('prove')
    .description('Prove that one event is in the sealed audit log, for somebody without access to the rest')
    .argument('<id>', 'id of the event')
    .option('--with-note', 'show the note of the event, not only its digest')
    .addHelpText('after', PROVE_HELP)
    .action(lazyAction(async () => (await import('../events/prove.ts')).proveEvent));

const checkCommand = () =>
  new Command('check')
    .description('Check a proof of one event, without a server')
    .argument('<file>', 'file with the output of "diptych events prove"')
    .requiredOption('--seal-key <digest>', 'digest of the key that must have signed the seal')
    .option('--time-stamp-root <file>', 'PEM roots of the time-stamp authorities: check the time stamp')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_HELP)
    .action(lazyAction(async () => (await import('../events/check.ts')).checkProof));

/** Each further `--search` narrows. */
const alsoWords = (text: string, before: string | undefined) =>
  before === undefined ? text : `${before} ${text}`;

const LIST: ListParts<'listEvents'> = {
  cells: async () => (await import('../events/event-cells.ts')).EVENT_CELLS,
  lines: async (events, connection, options) =>
    (await import('../events/sentences.ts')).eventSentences(events, connection, options),
  options: [
    new Option('--search <text>', 'only events that say all these words; see below').argParser(alsoWords),
    new Option(...UTC),
  ],
  async *read(connection, request, options) {
    yield* (await import('../events/read-events.ts')).readEvents(connection, request, options);
  },
};

export const eventsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand(
    'events',
    EVENT_WORDS,
    args,
    { listEvents: LIST },
    {
      export: async () => withConnection(exportCommand()),
      verify: async () => withConnection(verifyCommand()),
      prove: async () => withConnection(proveCommand()),
      check: async () => checkCommand(),
    },
  );
