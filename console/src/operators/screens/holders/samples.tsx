import { specimenPortrait } from 'virtual:contract';
import { Button } from '../../../kit/button.tsx';
import { csvText } from '../../../kit/csv.ts';
import { download } from '../../../kit/download.ts';
import { useMessages } from '../../../messages/index.ts';

/** A complete sample record. */
const ELEMENTS = {
  family_name: 'Okonkwo-Reyes',
  given_name: 'Marisol',
  birth_date: '1994-07-16',
  issue_date: '2024-03-01',
  expiry_date: '2032-03-01',
  issuing_country: 'US',
  issuing_authority: 'Sample Authority',
  document_number: 'DX0042137',
  portrait: specimenPortrait,
  driving_privileges: [{ vehicle_category_code: 'B', issue_date: '2012-08-02', expiry_date: '2032-03-01' }],
  un_distinguishing_sign: 'USA',
};

const SAMPLE = {
  id: 'sample-1',
  documentType: 'org.iso.18013.5.1.mDL',
  elements: { 'org.iso.18013.5.1': ELEMENTS },
};

const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sample files that can be imported unchanged. */
export function Samples() {
  const { holders: words } = useMessages();
  const names = ['id', ...Object.keys(ELEMENTS)];
  const cells = [SAMPLE.id, ...Object.values(ELEMENTS).map(cell)];
  const json = `${JSON.stringify([SAMPLE], null, 2)}\n`;
  return (
    <>
      <Button onClick={() => download('holders.csv', csvText(names, [cells]))}>{words.sample}</Button>
      <Button onClick={() => download('holders.json', json, 'application/json')}>{words.sampleJson}</Button>
    </>
  );
}
