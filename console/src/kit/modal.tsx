import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../messages/index.ts';
import { Icon } from './icons.tsx';

interface ModalProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Focuses the first field, or else the first action, which is the one without effect. */
function focusFirst(dialog: HTMLDialogElement): void {
  const fields = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled)';
  const first =
    dialog.querySelector<HTMLElement>(fields) ?? dialog.querySelector<HTMLElement>(':scope .actions button');
  first?.focus();
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Keeps Tab inside the dialog. Browsers would go on to their own buttons and lose the place in the page. */
function goAround(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getClientRects().length > 0,
  );
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  const isInside = event.currentTarget.contains(document.activeElement);
  if (isInside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** A dialog over the page. It takes the focus and gives it back; Escape closes it. */
export function Modal({ title, text, isWide, onClose, children }: ModalProps) {
  const { common } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    focusFirst(element);
    // The dialog is closed while it is still in the page, so that the browser returns the focus.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'modal wide' : 'modal'}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
      onKeyDown={goAround}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="modal-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="button quiet" aria-label={common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {text && (
        <div id={`${id}-text`} className="soft">
          {text}
        </div>
      )}
      {children}
    </dialog>
  );
}
