# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium that is driven through two pipes (the DevTools protocol), for what takes real time: a virtual clock does not wait
for a worker."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars"]


def found():
    """The browser's path, or None."""
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)


class Browser:
    """with Browser() as browser: one page, each method in it."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        asked, to = os.pipe()
        answers, told = os.pipe()

        def at_3_and_4():  # where the browser looks for them; what else has these numbers is out of the way first
            one, two = os.dup2(asked, 103), os.dup2(told, 104)
            os.dup2(one, 3)
            os.dup2(two, 4)

        self.process = subprocess.Popen([found(), *FLAGS, "--remote-debugging-pipe", "--user-data-dir=" + self.profile.name, "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=at_3_and_4)
        os.close(asked)
        os.close(told)
        self.to, self.answers, self.rest, self.number, self.session, self.console = to, answers, b"", 0, None, []
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.call("Page.enable")
        self.call("Log.enable")
        self.call("Runtime.enable")
        return self

    def __exit__(self, *_):
        os.close(self.to)
        os.close(self.answers)
        self.process.terminate()
        self.process.wait(30)
        self.profile.cleanup()

    def message(self, until):
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            read = os.read(self.answers, 1 << 20)
            if not read:
                raise RuntimeError("the browser has ended")
            self.rest += read
        text, self.rest = self.rest.split(b"\0", 1)
        found = json.loads(text)
        if found.get("method") == "Log.entryAdded" and found["params"]["entry"]["level"] in ("error", "warning"):
            self.console.append(found["params"]["entry"]["text"])
        if found.get("method") == "Runtime.exceptionThrown":
            self.console.append(found["params"]["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return found

    def call(self, method, parameters=None, seconds=60):
        self.number += 1
        text = {"id": self.number, "method": method, "params": parameters or {}, **({"sessionId": self.session} if self.session else {})}
        written, until = json.dumps(text).encode() + b"\0", time.monotonic() + seconds
        while written:
            written = written[os.write(self.to, written):]
        while (answer := self.message(until)).get("id") != self.number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, address, scripts=True):
        self.call("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        for each in ("about:blank", address):  # the same page with another fragment would not be loaded again
            self.call("Page.navigate", {"url": each})
            until = time.monotonic() + 60
            while self.message(until).get("method") != "Page.loadEventFired":
                pass

    def evaluate(self, script, seconds=60):
        """The value of an expression, or of what it promises."""
        result = self.call("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True}, seconds)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return result["result"].get("value")

    def screen(self, width, height, dark):
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"]))
