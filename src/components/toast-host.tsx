import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { hideToast, toastStore } from './toast-store.ts';
import type { Toast } from './toast-store.ts';
import { useKeys } from './use-keys.ts';
import classes from './toast-host.module.css';

const icons = {
  success: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
  error: IconAlertTriangleFilled,
};

/** By keys: U leads to the newest offer (else the newest toast), from where it is done with or left back to where one was. */
function useToastKeys() {
  const host = useRef<HTMLDivElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  useKeys({
    u: () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !host.current?.contains(activeElement))
        origin.current = activeElement;
      const newest = (buttons: string) =>
        [...(host.current?.querySelectorAll<HTMLElement>(buttons) ?? [])].at(-1);
      (newest('[aria-keyshortcuts]') ?? newest('button'))?.focus();
    },
  });
  const goBack = () => {
    if (host.current?.contains(document.activeElement) === true) origin.current?.focus();
  };
  useEffect(() => {
    const { current } = host;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      origin.current?.focus();
    };
    current?.addEventListener('keydown', leave);
    return () => current?.removeEventListener('keydown', leave);
  }, []);
  return { host, goBack };
}

/** Where toasts appear; one stands in the app. Screen readers hear errors at once, the rest politely. */
export function ToastHost() {
  const { host, goBack } = useToastKeys();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const urgent = toasts.filter((toast) => toast.kind === 'error');
  const calm = toasts.filter((toast) => toast.kind !== 'error');
  return (
    <div ref={host} className={classes.host} data-passing>
      <output aria-live="polite" className="rc-stack-8">
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onGone={goBack} />
        ))}
      </output>
      <div role="alert" aria-live="assertive" className="rc-stack-8">
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onGone={goBack} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast, onGone }: { toast: Toast; onGone: () => void }) {
  const t = useText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => hideToast(toast.id), toast.lifeMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const Icon = icons[toast.kind];
  const finish = (act: (() => void) | undefined) => {
    onGone();
    hideToast(toast.id);
    act?.();
  };
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      {toast.onOpen ? (
        <Offer className={classes.open} onClick={() => finish(toast.onOpen)}>
          {toast.message}
        </Offer>
      ) : (
        <span className={classes.message}>{toast.message}</span>
      )}
      {toast.onUndo && (
        <Offer className={classes.undo} onClick={() => finish(toast.onUndo)}>
          {t('common.undo')}
        </Offer>
      )}
      {toast.action && (
        <Offer className={classes.undo} onClick={() => finish(toast.action?.run)}>
          {toast.action.label}
        </Offer>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t('common.close')}
        onClick={() => finish(undefined)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}

/** A button of a toast to which its key leads. */
function Offer(props: { className: string | undefined; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={props.className} aria-keyshortcuts="u" onClick={props.onClick}>
      {props.children}
    </button>
  );
}
