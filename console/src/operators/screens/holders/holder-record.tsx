import { Button } from '../../../kit/button.tsx';
import { Denied, Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useMayCall } from '../../api.ts';
import { HolderRecord, Telling } from '../../parts/record.tsx';
import { useRecord } from '../../parts/record-query.ts';

export interface RequestProps {
  readonly id: string;
  readonly isShown: boolean;
  readonly show: () => void;
}

/** Shows the record on request, as every view is written to the audit log. */
export function RecordOnRequest({ id, isShown, show }: RequestProps) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  const query = useRecord(isShown ? id : undefined);
  if (!may('getHolderRecord')) return <Denied role={roleFor('getHolderRecord')} />;
  if (isShown) return <HolderRecord query={query} />;
  return (
    <div className="stack box">
      <p className="soft">{words.recordText}</p>
      <div>
        <Button onClick={show}>{words.showRecord}</Button>
      </div>
    </div>
  );
}

/** What tells the person from others, on the same request. */
export function TellingOnRequest({ id, isShown, show }: RequestProps) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  const query = useRecord(isShown ? id : undefined);
  if (!may('getHolderRecord')) return null;
  if (isShown) return <Loaded query={query}>{(record) => <Telling record={record} />}</Loaded>;
  return (
    <div>
      <Button onClick={show}>{words.showTelling}</Button>
    </div>
  );
}
