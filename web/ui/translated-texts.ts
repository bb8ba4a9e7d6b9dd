/**
 * Keeps React working on pages that the browser translates: it may have replaced the text that React wants to remove, or
 * to put something before, which would throw (facebook/react#11538).
 */
export function tolerateTranslations(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as T
  }
}
