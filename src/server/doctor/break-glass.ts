import { existsSync } from 'node:fs';
import { endOf, findOpening, type Problem } from '../break-glass/opening.ts';
import { type Check, type Finding, failure, ok, orOk, warning } from './findings.ts';

const PROBLEMS: Readonly<Record<Problem, string>> = {
  notReadable: 'cannot be read',
  otherOwner: 'belongs to another user than the one that runs this',
  openToOthers: 'is open to other users',
  notAnOpening: 'is not an opening that diptych break-glass open wrote',
  fromTheFuture: 'was written at a later time than the clock shows',
};

const REACHABLE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/** Whether the admin token works although operators sign in by an organisation, and whether it could in an emergency. */
export const breakGlass: Check = ({ settings, folder, now }) => {
  if (settings.signIn.organisations.length === 0)
    return [ok('no organisation signs operators in, so the admin token works')];
  const findings: Finding[] = [];
  const opening = findOpening(folder, () => now);
  if (opening.state === 'open') {
    const until = new Date(endOf(opening.opening)).toISOString();
    findings.push(
      warning(`the admin token works until ${until}`, 'run diptych break-glass close when the work is done'),
    );
  }
  if (opening.state === 'refused')
    findings.push(
      failure(
        `${folder.breakGlass} is not accepted: it ${PROBLEMS[opening.problem]}`,
        'find out who wrote it, and remove it',
      ),
    );
  if (!existsSync(folder.adminToken))
    findings.push(warning('there is no admin token for an emergency', 'the next start writes one'));
  if (!REACHABLE.has(settings.adminHost))
    findings.push(
      warning(
        `adminHost is ${settings.adminHost}, so the admin token cannot be used on this machine in an emergency`,
        'listen on the loopback address or on all addresses',
      ),
    );
  return orOk(findings, 'the admin token does not work; diptych break-glass open makes it work for an hour');
};
