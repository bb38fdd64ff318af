import { useState } from 'react';
import { useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { Failure } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin, useMayCall } from '../../api.ts';

/** Saves the signed receipt of an erasure, named by its id or that of the holder. */
export function ReceiptButton({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const { guarded } = useSession();
  const may = useMayCall();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!may('getErasureReceipt')) return null;
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const signed = await guarded(() => admin('getErasureReceipt', { id }));
      download(
        `receipt-${signed.receipt.erasureId}.json`,
        `${JSON.stringify(signed, undefined, 2)}\n`,
        'application/json',
      );
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={run} isBusy={isBusy}>
        {words.downloadReceipt}
      </Button>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
