import { describe, expect, it } from 'vitest';
import { REQUEST_WORDS } from '../admin/contract/explained/requests.ts';
import { PATH_WORDS, PATHS } from '../http/oauth/paths.ts';
import { VCI_PATH_WORDS, VCI_PATHS } from '../http/vci/paths.ts';
import { checkText, operationText, outcomeText } from './request-text.ts';

describe('The operation of a request', () => {
  const summaries = {
    rejectProofing: 'Reject a proofing',
    listRefusedRequests: 'List refused requests, newest first; as long as',
    decideProofings:
      'Reject, challenge or resume several proofings, with an answer for each. None are accepted',
    startConsole: 'Get the address of the console and, while there is no administrator, a one-time code',
    'admob.accounts.adSources.list': 'Lists the ad sources.',
    ...PATH_WORDS,
    ...VCI_PATH_WORDS,
  };

  it.each([
    ['rejectProofing', 'Reject a proofing'],
    ['listRefusedRequests', 'List refused requests'],
    ['decideProofings', 'Reject, challenge or resume several proofings'],
    ['startConsole', 'Get the address of the console'],
    ['admob.accounts.adSources.list', 'Lists the ad sources'],
    ['proofUser', 'Proof user'],
    ['unknown', 'Call an unknown address'],
    ['mediationGroups.patch', 'Mediation groups patch'],
    [PATHS.authorization, 'Open the sign-in page'],
    [`${PATHS.interaction}/:uid/organisation/:id`, 'Sign in and give consent'],
    ['/add/sign-in', 'Use the page for holders'],
    ['/oauth/authentic', '/oauth/authentic'],
  ])('%s is shown in words', (operation, text) => {
    expect(operationText(operation, summaries, REQUEST_WORDS)).toBe(text);
  });

  it('every endpoint has words', () => {
    const { issuerMetadata, serverMetadata, ...ofWallets } = VCI_PATHS;
    const { discovery, ...own } = PATHS;
    for (const path of [...Object.values(own), ...Object.values(ofWallets)])
      expect(operationText(path, summaries, REQUEST_WORDS)).toMatch(/^[A-Z]/);
  });
});

describe('A refusal of a request', () => {
  it('has its reason in words, also if the table has none', () => {
    expect(outcomeText('missingRequiredField', REQUEST_WORDS)).toBe('A field is missing');
    expect(outcomeText('INVALID_MEDIATION_GROUP', REQUEST_WORDS)).toBe('Invalid mediation group');
  });

  it('has the check that refused it, with its detail', () => {
    expect(checkText('signature.wrongChallenge', REQUEST_WORDS)).toBe('signature: wrong challenge');
    expect(checkText('attestation.unlocked', REQUEST_WORDS)).toBe('the phone’s boot loader is unlocked');
    expect(checkText('http', REQUEST_WORDS)).toBe('form of the request');
    expect(checkText('parameters and body', REQUEST_WORDS)).toBe('parameters and body');
  });
});
