using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace Vrmlint {
    // Runs on Unity's thread what other threads have finished: delayCall may be set on Unity's thread only.
    public static class Later {
        static readonly Queue<Action> actions = new Queue<Action>();

        [InitializeOnLoadMethod]
        public static void Start() {
            EditorApplication.update -= Work;
            EditorApplication.update += Work;
        }

        public static void Run(Action action) {
            lock (actions) { actions.Enqueue(action); }
        }

        static void Work() {
            for (;;) {
                Action action;
                lock (actions) {
                    if (actions.Count == 0) { return; }
                    action = actions.Dequeue();
                }
                Safely(action);
            }
        }

        // Runs what Unity calls. An exception becomes a line in the console: it must not break an export, an import or a window.
        public static void Safely(Action action) {
            try {
                action();
            } catch (Exception error) when (!(error is ExitGUIException)) { // Unity ends the drawing of a window by this one
                Debug.LogWarning("vrmlint: " + error);
            }
        }
    }
}
