/**
 * The first use of `Intl` loads its data, which takes a slow phone 50 ms. An inline script of the pages that show times
 * does that after the first paint, while their scripts are still being downloaded, instead of during hydration.
 */
const WARM_UP =
  "new PerformanceObserver((seen,observer)=>{if(seen.getEntriesByName('first-contentful-paint').length){observer.disconnect();new Intl.DateTimeFormat()}}).observe({type:'paint',buffered:true})"

/**
 * Holds back clicks on buttons until hydration, after which `web/invitee/early-clicks.ts` repeats them. A form that
 * posts is the browser's own business.
 */
const EARLY_CLICKS =
  "earlyClicks=[];addEventListener('click',event=>{const button=event.target.closest('#root button');if(button&&earlyClicks&&button.form?.method!=='post'){event.preventDefault();event.stopImmediatePropagation();earlyClicks.push(button)}},true)"

/** What the pages of invitees run before their modules are loaded. */
export const INLINE_SCRIPTS = [WARM_UP, EARLY_CLICKS]
